import type { Share } from '#contract/shares/shares.ts'
import { sharesTexts as texts } from './texts.ts'
import { formatAgo, formatDayTime, formatNumber, oClock } from '#web/texts/formats.ts'

/** What is said of a share in the list. */
export function shareInWords({ scopes, endsAt, revokedAt, uses, lastUsedAt }: Share, now: Date) {
  const isOpen = revokedAt === null && new Date(endsAt) > now
  const times = uses === 1 ? texts.once : texts.often(formatNumber(uses))
  return {
    isOpen,
    scope: scopes.map((scope) => texts.scopes[scope].name).join(', '),
    validity: validityOf({ endsAt, revokedAt }, isOpen),
    use: lastUsedAt === null ? texts.unused : texts.used(times, formatAgo(lastUsedAt, now)),
  }
}

function validityOf({ endsAt, revokedAt }: Pick<Share, 'endsAt' | 'revokedAt'>, isOpen: boolean): string {
  if (isOpen) return texts.until(oClock(formatDayTime(endsAt)))
  return revokedAt === null
    ? texts.over(oClock(formatDayTime(endsAt)))
    : texts.revokedAt(oClock(formatDayTime(revokedAt)))
}
