import type { Logger } from 'pino'
import { accountDeletionServerLimits } from '#contract/account-deletion-limits.ts'
import { hourMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import type { PositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Email, type Mailer, SendingDropped } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'
import { traceOf } from '#server/trace.ts'
import type { AccountDeletionStore, DeletionEmail } from './account-deletion.store.ts'
import type { AccountRemovalStore } from './account-removal.store.ts'
import { deletionGraceEmail, deletionLinkEmail, deletionReceiptEmail } from './deletion-emails.ts'
import type { DeletionReceipt, DeletionReceiptsStore } from './deletion-receipts.store.ts'

/** Does all that deletions need just now. Its data is empty: what is to be done stands in the database. */
export const deletionRound = round('account-deletion')

export interface DeletionRound {
  store: AccountDeletionStore
  removals: AccountRemovalStore
  positions: PositionRemovalsStore
  receipts: DeletionReceiptsStore
  jobs: Pick<Jobs, 'forget'>
  mailer: Pick<Mailer, 'send'>
  clock: Pick<Clock, 'now'>
  newId: () => string
  /** A page of the product. */
  linkTo(path: string, query: Record<string, string>): string
  log: Logger
}

/**
 * Every step can be repeated, and two processes may do it at once: an account is deleted in one transaction that asks again
 * whether it is due, its positions are deleted in portions that take turns, and whoever begins an e-mail is the only one for some minutes.
 */
export async function workOffDeletions(round: DeletionRound): Promise<void> {
  const { store, removals, clock, newId } = round
  for (const { userId, reason } of await removals.due(clock.now())) {
    await alone(round, 'an account is still to be deleted', async () => {
      await removals.remove({ userId, reason, receiptId: newId(), now: clock.now() })
    })
  }
  await alone(round, 'positions of a deleted account are still to be deleted', () => round.positions.workOff())
  for (;;) {
    const receipt = await round.receipts.begin(clock.now())
    if (receipt === null) break
    await alone(round, 'the receipt of a deletion is still to be sent', () => endReceipt(round, receipt))
  }
  for (;;) {
    const { token, hash } = createSecret()
    const email = await store.beginEmail(() => hash, clock.now())
    if (email === null) break
    await alone(round, 'an e-mail about a deletion is still to be sent', () => sendEmail(round, email, token))
  }
}

/** A failure must not stop the others; it is tried again by a later round. Its message can contain an address. */
async function alone({ log }: DeletionRound, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof SendingDropped) throw error
    log.error(traceOf(error), what)
  }
}

async function sendEmail(round: DeletionRound, email: DeletionEmail, token: string): Promise<void> {
  const { store, mailer, clock, linkTo } = round
  // The earlier link ends with each try.
  const id = emailName('account-deletion', email.id, email.kind, token)
  const send = (message: Email) =>
    untilTaken(
      (begunAt) => store.noteBegun(email, begunAt),
      () => mailer.send(email.email, message, { id }),
      clock,
    )
  if (email.kind === 'LINK') {
    await send(deletionLinkEmail(linkTo('/account-deletion', { token })))
  } else if (email.deletesAt !== null) {
    const { deletesAt, bySupport } = email
    const grace = deletionGraceEmail({ deletesAt, bySupport, keepLink: linkTo('/keep-account', { token }) })
    await send(grace)
  }
  await store.endEmail(email)
}

/** Work for later that names the account is forgotten before its last e-mail; then nothing of it is left. */
async function endReceipt({ receipts, jobs, mailer, clock }: DeletionRound, receipt: DeletionReceipt): Promise<void> {
  await jobs.forget(receipt.names)
  if (receipt.email !== null && !isGivenUp(receipt, clock.now())) {
    const { id, email } = receipt
    await untilTaken(
      (begunAt) => receipts.noteBegun(id, begunAt),
      () => mailer.send(email, deletionReceiptEmail(receipt), { id: emailName('deletion-receipt', id) }),
      clock,
    )
  }
  await receipts.forget(receipt.id)
}

/** The address is not kept for longer, even if no mail server ever takes the receipt. */
function isGivenUp({ deletedAt }: DeletionReceipt, now: Date): boolean {
  return now.getTime() - deletedAt.getTime() >= accountDeletionServerLimits.receiptHours * hourMs
}

/**
 * Where there is no such address, there is nobody to be told. What was dropped because the product stops waits for the next
 * process, without a pause.
 */
async function untilTaken(
  noteBegun: (begunAt: Date | null) => Promise<void>,
  send: () => Promise<void>,
  clock: DeletionRound['clock'],
): Promise<void> {
  await whileRenewed(() => noteBegun(clock.now()), send).catch(async (error: unknown) => {
    if (error instanceof AddressRefused) return
    if (error instanceof SendingDropped) await noteBegun(null)
    throw error
  })
}

export function registerAccountDeletionJobs(jobs: Pick<Jobs, 'every'>, round: DeletionRound): void {
  jobs.every(deletionRound, '*/5 * * * *', () => workOffDeletions(round))
}
