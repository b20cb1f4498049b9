import type { Suspicion } from '#web/texts/vehicle-states.ts'
import { formatTime } from '#web/texts/formats.ts'

/** `Mitteilung um 05:26 · E-Mail geht um 05:40 hinaus`; null if nothing is known yet. */
export function sentInWords(suspicion: Suspicion): string | null {
  if (suspicion.kind === 'UNEXPLAINED') return null
  const { emailDueAt, emailedAt, emailFailed, pushedAt, contactDueAt = null, contactToldAt = null } = suspicion.sent
  const parts = [
    ...(pushedAt === null ? [] : [`Mitteilung um ${formatTime(pushedAt)}`]),
    ...(emailDueAt === null ? [] : [`E-Mail geht um ${formatTime(emailDueAt)} hinaus`]),
    ...(emailedAt === null ? [] : [`E-Mail um ${formatTime(emailedAt)}`]),
    ...(emailFailed ? ['E-Mail kam nicht an'] : []),
    ...(contactToldAt === null ? [] : [`Kontakte seit ${formatTime(contactToldAt)}`]),
    ...(contactToldAt !== null || contactDueAt === null ? [] : [`Kontakte ab ${formatTime(contactDueAt)}`]),
  ]
  return parts.length === 0 ? null : parts.join(' · ')
}
