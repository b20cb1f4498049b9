import { expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { unverifyAccount } from '#server/features/auth/account-support.store.ts'
import { createAccountsStore } from '#server/features/auth/accounts.store.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hooks } from '#server/hooks.ts'
import { createSecret } from '#server/platform/secrets.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertUser } from '#server/testing/rows.ts'
import { createAccountDeletionStore } from './account-deletion.store.ts'
import { createDeletionEmailsStore } from './deletion-emails.store.ts'
import { createAccountRemovalStore } from './account-removal.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { registerDeletionEmails } from './account-deletion.jobs.ts'
import { createDeletionReceiptsStore } from './deletion-receipts.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * dayMs)
const imei = '350000000000001'

describeOnBothDatabases('the end of an account', (database) => {
  const removals = createAccountRemovalStore(database, hooks)
  const deletions = createAccountDeletionStore(database, hooks)
  const receipts = createDeletionReceiptsStore(database)
  let ids = 0
  const end = async (at: Date) => {
    for (const due of await removals.due(at)) await removals.remove({ ...due, receiptId: `r${(ids += 1)}`, now: at })
  }
  const left = async () => (await database.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)

  test('comes after the grace, not before, and never for one that was kept', async () => {
    for (const id of ['gone', 'kept', 'other']) await insertUser(database, id, now)
    await database.updateTable('users').set({ email_verified_at: now }).execute()
    for (const id of ['gone', 'kept']) await deletions.begin({ id, userId: id, secret: createSecret(), now })
    await end(days(13.99))
    expect(await left()).toEqual(['gone', 'kept', 'other'])
    await deletions.keep('kept', days(13.99))
    await end(days(14))
    expect(await left()).toEqual(['kept', 'other'])
  })

  test('comes after 30 days for one that was never verified, without a receipt, not for one that was verified once', async () => {
    const accounts = createAccountsStore(database, noQueue)
    for (const id of ['never', 'verified', 'unverified']) await insertUser(database, id, now)
    for (const id of ['verified', 'unverified']) await accounts.markEmailVerified(id, now)
    await unverifyAccount(database, 'unverified@example.org', { by: 'jemand', at: now })
    await end(days(29))
    expect(await left()).toEqual(['never', 'unverified', 'verified'])
    await end(days(31))
    expect(await left()).toEqual(['unverified', 'verified'])
    const [receipt] = await receipts.waiting(now)
    expect(receipt?.names).toEqual(['never', 'never@example.org'])
    await receipts.handOver(receipt?.id ?? '')
    expect(await database.selectFrom('messages').select('id').execute()).toEqual([])
  })

  test('is nothing for the demo account', async () => {
    await insertUser(database, 'demo', now)
    await database.updateTable('users').set({ demo: true }).execute()
    expect(await deletions.begin({ id: 'd', userId: 'demo', secret: createSecret(), now })).toBeNull()
    expect(await removals.remove({ userId: 'demo', reason: 'support', receiptId: 'r', now })).toBe(false)
  })

  test('frees its devices and running licences for others, and forgets those that have ended', async () => {
    await putTracker(database, now, { imei, owner: 'a', licenceDays: 30 })
    await putTracker(database, now, { imei: '350000000000002', owner: 'a', licenceDays: 1 })
    await insertUser(database, 'b', now)
    await removals.remove({ userId: 'a', reason: 'support', receiptId: 'r', now: days(2) })
    const licences = createLicencesStore(database, setLicence)
    const activated = await licences.activate({ userId: 'b', key: imei, deviceId: null, now: days(3) })
    expect(activated).toMatchObject({ licence: { expiresAt: days(30).toISOString() } })
    expect(await licences.activate({ userId: 'b', key: '350000000000002', deviceId: null, now: days(3) })).toEqual({
      refused: 'LICENSE_NOT_FOUND',
    })
    const claim = { licence: { id: 'l', key: 'k' }, deviceName: null, claimCodeHash: null, finishesAccount: false }
    const registered = await createDeviceRegistrationStore(database, noQueue, { startLicence, finishAccount }).register(
      {
        ...claim,
        id: 'd',
        userId: 'b',
        imei,
        maxDevices: 5,
        now: days(3),
      },
    )
    expect(registered.outcome).toBe('registered')
  })

  test('comes once, when two processes bring it about at the same moment', async () => {
    await putTracker(database, now, { imei, owner: 'a' })
    const both = await Promise.all(
      ['r1', 'r2'].map((receiptId) => removals.remove({ userId: 'a', reason: 'support', receiptId, now })),
    )
    expect(both.filter((removed) => removed)).toHaveLength(1)
    expect(await database.selectFrom('account_deletion_receipts').select('email').execute()).toEqual([
      { email: 'a@example.org' },
    ])
  })

  test('leaves one receipt, which is sent once, and which is forgotten with the address', async () => {
    await insertUser(database, 'a', now)
    await removals.remove({ userId: 'a', reason: 'support', receiptId: 'r', now })
    await Promise.all([receipts.handOver('r'), receipts.handOver('r')])
    expect(await database.selectFrom('account_deletion_receipts').selectAll().execute()).toEqual([])
    const sent: string[] = []
    const { messages, send } = createTestMessages(database, {
      mailer: { send: async (to, { subject }) => void sent.push(`${to}: ${subject}`) },
      pusher: { send: async () => 'TAKEN' },
      clock: { now: () => now },
    })
    const linkTo = (path: string) => path
    const emails = createDeletionEmailsStore(database)
    registerDeletionEmails({ emails, messages, clock: { now: () => now }, linkTo })
    await send()
    await send()
    expect(sent).toEqual(['a@example.org: Ihr Konto ist gelöscht'])
    const left = await database.selectFrom('messages').select(['address', 'words']).execute()
    expect(left).toEqual([{ address: null, words: null }])
  })
})
