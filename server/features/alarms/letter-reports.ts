import type { LetterState } from '#contract/alarms.ts'
import { serverLimits } from '#contract/server-limits.ts'
import type { Clock } from '#server/clock.ts'
import { readDeliveryReport } from '#server/mail/delivery-report.ts'
import { alarmOfLetter } from './alarm-letter-id.ts'
import type { AlarmLettersStore } from './alarm-letters.store.ts'

/**
 * What became of a mail that may report about an alarm's letter. `noted`: the letter stands elsewhere now. `known`: it stays
 * where it was. `foreign`: about a letter of another kind. `gone`: of an alarm that is kept no longer, or was never sent.
 */
export type NotedReport =
  | { outcome: 'noted' | 'known'; letter: LetterState; statuses: string[] }
  | { outcome: 'foreign' | 'gone' | 'no-report' | 'too-large' }

/** Notes what a mail server reports. @param mail null where it is larger than is read. */
export async function noteLetterReport(
  { letters, clock }: { letters: Pick<AlarmLettersStore, 'report'>; clock: Clock },
  mail: Uint8Array | null,
): Promise<NotedReport> {
  if (mail === null) return { outcome: 'too-large' }
  const report = await readDeliveryReport(mail)
  if (report === null) return { outcome: 'no-report' }
  const alarmId = alarmOfLetter(report.letterIds)
  if (alarmId === null) return { outcome: 'foreign' }
  const actions = report.recipients.map(({ action }) => action)
  const moved = await letters.report(alarmId, actions, clock.now())
  if (moved === null) return { outcome: 'gone' }
  const statuses = report.recipients.map(({ status }) => status).filter((status) => status !== null)
  return { outcome: moved.before === moved.after ? 'known' : 'noted', letter: moved.after, statuses }
}

/** A mail whole, or null where it is too large. It is read to its end either way: a mail server waits until all is taken. */
export async function readMail(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes <= serverLimits.mail.reportBytes) read.push(chunk)
  }
  return bytes <= serverLimits.mail.reportBytes ? Buffer.concat(read) : null
}
