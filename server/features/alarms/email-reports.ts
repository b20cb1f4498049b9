import type { EmailState } from '#contract/alarms.ts'
import { mailServerLimits } from '#contract/mail-limits.ts'
import type { Clock } from '#server/clock.ts'
import { readDeliveryReport } from '#server/mail/delivery-report.ts'
import { alarmOfEmail } from './alarm-email-id.ts'
import type { AlarmEmailsStore } from './alarm-emails.store.ts'

/**
 * The outcome of a mail that may report about an alarm's e-mail. `noted`: the e-mail has a new state. `known`: its state
 * stays. `foreign`: about another kind of e-mail. `gone`: about an alarm that was deleted, or never sent.
 */
export type NotedReport =
  | { outcome: 'noted' | 'known'; letter: EmailState; statuses: string[] }
  | { outcome: 'foreign' | 'gone' | 'no-report' | 'too-large' }

/** Records what a mail server reports. @param mail null if it is too large to be read. */
export async function recordEmailReport(
  { emails, clock }: { emails: Pick<AlarmEmailsStore, 'report'>; clock: Clock },
  mail: Uint8Array | null,
): Promise<NotedReport> {
  if (mail === null) return { outcome: 'too-large' }
  const report = await readDeliveryReport(mail)
  if (report === null) return { outcome: 'no-report' }
  const alarmId = alarmOfEmail(report.emailIds)
  if (alarmId === null) return { outcome: 'foreign' }
  const actions = report.recipients.map(({ action }) => action)
  const moved = await emails.report(alarmId, actions, clock.now())
  if (moved === null) return { outcome: 'gone' }
  const statuses = report.recipients.map(({ status }) => status).filter((status) => status !== null)
  return { outcome: moved.before === moved.after ? 'known' : 'noted', letter: moved.after, statuses }
}

/**
 * A whole mail, or null if it is too large. It is read to its end either way: a mail server waits until everything is
 * taken.
 */
export async function readMail(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes <= mailServerLimits.reportBytes) read.push(chunk)
  }
  return bytes <= mailServerLimits.reportBytes ? Buffer.concat(read) : null
}
