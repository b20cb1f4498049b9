import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, days, minutes } from '#server/db/testing/writer.ts'
import { createAccountDeletionStore } from '#server/features/account-deletion/account-deletion.store.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { createDeletionEmailsStore } from '#server/features/account-deletion/deletion-emails.store.ts'
import { createDeletionReceiptsStore } from '#server/features/account-deletion/deletion-receipts.store.ts'
import { hooks } from '#server/hooks.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const accountDeletionWriters: WorldPart = {
  put: putDeletions,

  writers: [
    { name: 'an account deleted', write: (on, id) => removeAccount(on, id) },
    { name: 'a deletion asked for', write: (on, id) => askForDeletion(on, id) },
    {
      name: 'a deletion begun by the support',
      write: (on, id) => deletions(on).begin({ id, userId: 'bert', secret: secretOf(id), now }),
    },
    {
      name: 'a deletion confirmed',
      write: (on) => deletions(on).confirm(hashOf('deletion'), false, secretOf('kept'), now),
    },
    { name: 'an account kept', write: (on) => deletions(on).keep('anna', now) },
    { name: 'an account kept by link', write: (on) => deletions(on).keepByLink(hashOf('keeping'), now) },
    {
      name: 'an e-mail about a deletion',
      write: (on, id) => createDeletionEmailsStore(on).addEmail({ id: 'keeping', userId: 'bert' }, secretOf(id), now),
      isPartial: true,
    },
    {
      name: 'a receipt on its way',
      write: (on) => createDeletionReceiptsStore(on).handOver('receipt'),
      isPartial: true,
    },
  ],
}

const secretOf = (token: string) => ({ token, hash: hashOf(token) })
const deletions = (database: Database) => createAccountDeletionStore(database, hooks)

/** Later than others register: a tracker that is released at once is released at the database's own time (migration 0033). */
function removeAccount(database: Database, receiptId: string) {
  const removal = { userId: 'anna', reason: 'support', receiptId, now: minutes(1) } as const
  return createAccountRemovalStore(database, hooks).remove(removal)
}

function askForDeletion(database: Database, id: string) {
  const asked = { id, userId: 'bert', sessionId: 'session-bert', acceptsTheftLoss: true, secret: secretOf(id), now }
  return createAccountDeletionStore(database, hooks).ask(asked)
}

/** Anna has asked for one, which is not confirmed; Bert’s is to be kept. */
async function putDeletions(database: Database): Promise<void> {
  const flags = { by_support: false, accepts_theft_loss: true, asked_at: now }
  await database
    .insertInto('account_deletions')
    .values([
      { id: 'deletion', user_id: 'anna', ...flags, token_hash: hashOf('deletion'), expires_at: days(1) },
      { id: 'keeping', user_id: 'bert', ...flags, keep_token_hash: hashOf('keeping'), email_due: 'LINK' },
    ])
    .execute()
  const receipt = { id: 'receipt', email: null, names: ['gone'], figures: '{}', deleted_at: now }
  await database.insertInto('account_deletion_receipts').values(receipt).execute()
}
