import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { PositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import type { AccountRemovalStore } from './account-removal.store.ts'
import { type DeletionEmailsStore, deletionMessage } from './deletion-emails.store.ts'
import { deletionGraceEmail, deletionLinkEmail, deletionReceiptEmail } from './deletion-emails.ts'
import { type DeletionReceiptsStore, receiptMessage, receiptOf } from './deletion-receipts.store.ts'

/** Does all that deletions need just now. Its data is empty: what is to be done stands in the database. */
export const deletionRound = round('account-deletion')

export interface DeletionRound {
  emails: DeletionEmailsStore
  removals: AccountRemovalStore
  positions: PositionRemovalsStore
  receipts: DeletionReceiptsStore
  jobs: Pick<Jobs, 'forget'>
  messages: Pick<Messages, 'wake'>
  clock: Pick<Clock, 'now'>
  newId: () => string
  log: Logger
}

/**
 * Every step can be repeated, and two processes may do it at once: an account is deleted in one transaction that asks again
 * whether it is due, its positions are deleted in portions that take turns, and an e-mail is added once.
 */
export async function workOffDeletions(round: DeletionRound): Promise<void> {
  const { emails, removals, receipts, jobs, messages, clock, newId } = round
  for (const { userId, reason } of await removals.due(clock.now())) {
    await alone(round, 'an account is still to be deleted', async () => {
      await removals.remove({ userId, reason, receiptId: newId(), now: clock.now() })
    })
  }
  // Of a version before. A link's e-mail does not wait for work of minutes.
  for (const due of await emails.emailsDue(clock.now())) {
    await alone(round, 'an e-mail about a deletion is still to be sent', () =>
      emails.addEmail(due, createSecret(), clock.now()),
    )
  }
  await messages.wake()
  await alone(round, 'positions of a deleted account are still to be deleted', () => round.positions.workOff())
  // Work for later that names the account is forgotten before its last e-mail.
  for (const { id, names } of await receipts.waiting(clock.now())) {
    await alone(round, 'the receipt of a deletion is still to be sent', async () => {
      await jobs.forget(names)
      await receipts.handOver(id)
    })
  }
  await messages.wake()
}

/** A failure must not stop the others; it is tried again by a later round. Its message can contain an address. */
async function alone({ log }: DeletionRound, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error(errorFields(error), what)
  }
}

interface Parts {
  emails: Pick<DeletionEmailsStore, 'beginEmail'>
  messages: Messages
  clock: Pick<Clock, 'now'>
  /** A page of the product. */
  linkTo(path: string, query: Record<string, string>): string
}

/** What e-mails about deletions say. */
export function registerDeletionEmails({ emails, messages, clock, linkTo }: Parts): void {
  messages.email(deletionMessage, async ([id, kind], { owner, words: token }) => {
    if (owner === null || token === null) return null
    const deletion = await emails.beginEmail(id, kind, hashOf(token), clock.now())
    if (deletion === null) return null
    const to = owner.email
    if (deletion.kind === 'LINK') return { to, email: deletionLinkEmail(linkTo('/account-deletion', { token })) }
    return { to, email: deletionGraceEmail({ ...deletion, keepLink: linkTo('/keep-account', { token }) }) }
  })
  messages.email(receiptMessage, async (_about, { address, words }) =>
    address === null || words === null ? null : { to: address, email: deletionReceiptEmail(receiptOf(words)) },
  )
}

export function registerAccountDeletionJobs(jobs: Pick<Jobs, 'every'>, round: DeletionRound): void {
  jobs.every(deletionRound, '*/5 * * * *', () => workOffDeletions(round))
}
