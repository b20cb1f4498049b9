import * as z from 'zod'
import { type EmailState, emailStates, type HopState, hopStates } from '#contract/alarms/alarms.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type DeliveryReport, readDeliveryReport } from '#server/mail/delivery-report.ts'
import { emailIdOf, emailNamed, hopIdOf, type NamedEmail } from './alarm-email-id.ts'
import type { AlarmEmailsStore } from './alarm-emails.store.ts'
import { hopConsequence } from '../chain/chain-turns.ts'
import type { MessagesStore } from '#server/features/messages/messages.store.ts'

const emailState = z.enum(emailStates)
const hopState = z.enum(hopStates)

/**
 * The outcome of a mail that may report about an alarm's e-mail. `noted`: the e-mail has a new state. `known`: its state
 * stays. `foreign`: about another kind of e-mail. `gone`: about an alarm that was deleted, or never sent.
 */
export type NotedReport =
  | { outcome: 'noted' | 'known'; letter: EmailState | HopState; statuses: string[] }
  | { outcome: 'foreign' | 'gone' | 'no-report' | 'too-large' }

interface Parts {
  messages: Pick<MessagesStore, 'report'>
  emails: Pick<AlarmEmailsStore, 'consequenceOf' | 'consequenceOfPersons'>
  clock: Clock
}

/** Records what a mail server reports. @param mail null if it is too large to be read. */
export async function recordEmailReport(parts: Parts, mail: Uint8Array | null): Promise<NotedReport> {
  if (mail === null) return { outcome: 'too-large' }
  const report = await readDeliveryReport(mail)
  if (report === null) return { outcome: 'no-report' }
  const named = emailNamed(report.emailIds)
  if (named === null) return { outcome: 'foreign' }
  const noted = await note(named, report, parts)
  if (noted === null) return { outcome: 'gone' }
  const statuses = report.recipients.map(({ status }) => status).filter((status) => status !== null)
  return { outcome: noted.isNew ? 'noted' : 'known', letter: noted.state, statuses }
}

/** Null if there is no such e-mail. */
async function note(
  named: NamedEmail,
  { recipients }: DeliveryReport,
  { messages, emails, clock }: Parts,
): Promise<{ state: EmailState | HopState; isNew: boolean } | null> {
  const actions = recipients.map(({ action }) => action)
  if ('toPerson' in named) {
    const { toPerson } = named
    const moved = await messages.report(toPerson, actions, clock.now(), await emails.consequenceOfPersons(toPerson))
    return moved && { state: emailState.parse(moved.after), isNew: moved.before !== moved.after }
  }
  const { alarmId, number } = named
  if (number === null) {
    const moved = await messages.report(emailIdOf(alarmId), actions, clock.now(), await emails.consequenceOf(alarmId))
    return moved && { state: emailState.parse(moved.after), isNew: moved.before !== moved.after }
  }
  // A contact's is known as taken or as come back: a version before knows no other state of it.
  const failed = actions.filter((action) => action === 'failed')
  const id = hopIdOf(alarmId, number, 'EMAIL')
  const moved = await messages.report(id, failed, clock.now(), hopConsequence(alarmId, number))
  return moved && { state: hopState.parse(moved.after), isNew: moved.before !== moved.after }
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
