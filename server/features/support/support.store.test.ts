import { expect, test } from 'vitest'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { askForEmailChange, resendVerification } from '#server/features/auth/account-support.store.ts'
import { setClaimCode } from '#server/features/devices/claim-code-support.store.ts'
import { hashOfClaimCode } from '#server/features/devices/claim-code-hash.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { extendLicence, revokeLicence } from '#server/features/licences/licence-support.store.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { announce, announced } from '#server/features/config/announcements.store.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { hooks } from '#server/hooks.ts'
import { insertDevice, insertInventory, insertUser } from '#server/testing/rows.ts'
import { searchCustomers } from './customer-search.store.ts'
import { supportActions } from './support-actions.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
const support = { by: 'Kim', at: now }
const key = 'WW-AAAA-BBBB-CCCC-DDDD'
const imei = '350000000000001'

/** Anna has a device that records, by a licence of ten more days. */
async function putAnna(database: Database): Promise<void> {
  await insertUser(database, 'anna', now)
  await insertDevice(database, { id: 'd', userId: 'anna', imei }, now)
  await createLicencesStore(database, setLicence).issue([{ id: 'l', key, type: 'PREMIUM', days: 10, seats: 1 }], now)
  await createLicencesStore(database, setLicence).activate({ userId: 'anna', key, deviceId: 'd', now })
  await database
    .insertInto('tracking_settings')
    .values({ device_id: 'd', enabled: true, mode: 'BOTH', consent_given: true })
    .execute()
}

const isRecorded = async (database: Database) =>
  (await database.selectFrom('tracking_settings').select('enabled').executeTakeFirstOrThrow()).enabled

const ownersLog = (database: Database) =>
  database.selectFrom('activities').select(['kind', 'actor', 'detail']).orderBy('id').execute()

const log = (database: Database, email: string | null = null) => supportActions(database, { days: 30, email, now })

describeOnBothDatabases('what the support does', (database) => {
  test('to a licence gives it more time, and both logs say by whose hand and until when', async () => {
    await putAnna(database)
    const extension = { days: 30 }
    expect(await extendLicence(database, { key, extension, ...support })).toMatchObject({ endsAt: inDays(40) })
    expect((await ownersLog(database)).at(-1)).toEqual({
      kind: 'licence-extended',
      actor: 'support',
      detail: 'bis 31.12.2026',
    })
    expect(await log(database)).toMatchObject([
      { operator: 'Kim', kind: 'licence-extended', email: 'anna@example.org', detail: 'bis 31.12.2026', at: now },
    ])
    expect(JSON.stringify(await log(database))).not.toContain(key)
  })

  test('to a licence that it revokes ends its recording with a reminder, once, and extending does not switch it on', async () => {
    await putAnna(database)
    const request = { key, reason: 'Rückgabe', ...support }
    expect(await revokeLicence(database, request)).toEqual({ revoked: true, devices: 1, endsAt: inDays(10) })
    expect(await isRecorded(database)).toBe(false)
    expect((await database.selectFrom('messages').select('kind').execute()).map(({ kind }) => kind)).toContain(
      'reminder',
    )
    const twice = { ...request, at: inDays(1) }
    expect(await revokeLicence(database, twice)).toEqual({ refused: 'REVOKED', since: now })
    expect(await extendLicence(database, { key, extension: { days: 0 }, ...support })).toMatchObject({
      endsAt: inDays(10),
      wasRevoked: true,
    })
    expect(await isRecorded(database)).toBe(false)
    expect((await ownersLog(database)).slice(-3).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['tracking-ended', null],
      ['licence-revoked', 'Rückgabe'],
      ['licence-extended', 'bis 01.12.2026'],
    ])
  })

  test('to a licence that nobody has is noted for the operator alone, and its key activates no more', async () => {
    await insertUser(database, 'anna', now)
    const store = createLicencesStore(database, setLicence)
    await store.issue([{ id: 'l', key, type: 'PREMIUM', days: 10, seats: 1 }], now)
    expect(await extendLicence(database, { key, extension: { until: inDays(3) }, ...support })).toEqual({
      refused: 'NOT_BEGUN',
    })
    await revokeLicence(database, { key, reason: 'gestohlen', ...support })
    expect(await store.activate({ userId: 'anna', key, deviceId: null, now })).toEqual({ refused: 'LICENSE_EXPIRED' })
    expect(await ownersLog(database)).toEqual([])
    expect(await log(database)).toMatchObject([{ kind: 'licence-revoked', email: null, detail: 'gestohlen' }])
  })

  test('to a licence that nobody has, revoked and put back, leaves it all its days for whoever activates it', async () => {
    await insertUser(database, 'anna', now)
    const store = createLicencesStore(database, setLicence)
    await store.issue([{ id: 'l', key, type: 'PREMIUM', days: 10, seats: 1 }], now)
    await revokeLicence(database, { key, reason: 'vertippt', ...support })
    expect(await extendLicence(database, { key, extension: { days: 0 }, ...support })).toEqual({
      endsAt: null,
      days: 10,
      wasRevoked: true,
    })
    await store.activate({ userId: 'anna', key, deviceId: null, now: inDays(100) })
    const { expires_at } = await database.selectFrom('licences').select('expires_at').executeTakeFirstOrThrow()
    expect(expires_at).toEqual(inDays(110))
  })

  test('to a licence is refused where it has expired, belongs to the demo, or does not exist', async () => {
    await putAnna(database)
    const later = { by: 'Kim', at: inDays(11) }
    expect(await revokeLicence(database, { key, reason: 'zu spät', ...later })).toEqual({
      refused: 'EXPIRED',
      since: inDays(10),
    })
    await database.updateTable('licences').set({ demo: true }).execute()
    expect(await revokeLicence(database, { key, reason: 'Demo', ...support })).toBeNull()
    expect(await extendLicence(database, { key: 'WW-NO', extension: { days: 1 }, ...support })).toBeNull()
    expect(await log(database)).toEqual([])
  })

  test('to a tracker that nobody has is a claim code, in place of another one', async () => {
    await insertInventory(database, imei, now)
    const give = (code: string) => setClaimCode(database, { imei, codeHash: hashOfClaimCode(imei, code), ...support })
    expect([await give('FIRSTCODE'), await give('OTHERCODE')]).toEqual(['SET', 'REPLACED'])
    const stored = await database.selectFrom('device_inventory').select('claim_code_hash').executeTakeFirstOrThrow()
    expect(stored.claim_code_hash).toEqual(hashOfClaimCode(imei, 'OTHERCODE'))
    expect(await log(database)).toHaveLength(2)
    expect(JSON.stringify(await log(database))).not.toContain('CODE"')
  })

  test('gives no claim code to a tracker that somebody has, or that was never sold', async () => {
    await putAnna(database)
    const codeHash = hashOfClaimCode(imei, 'FIRSTCODE')
    expect(await setClaimCode(database, { imei, codeHash, ...support })).toBe('REGISTERED')
    expect(await setClaimCode(database, { imei: '350000000000009', codeHash, ...support })).toBe('UNKNOWN')
    expect(await log(database)).toEqual([])
  })

  test('to an address changes nothing before it is confirmed, and tells both mailboxes', async () => {
    await insertUser(database, 'anna', now)
    await insertUser(database, 'bert', now)
    const ask = (newEmail: string) =>
      askForEmailChange(database, { id: newEmail, email: 'ANNA@example.org', newEmail, ...support })
    expect(await ask('Bert@example.org')).toBe('TAKEN')
    expect(await ask('Anna@example.org')).toBe('SAME')
    expect(await ask('neu@example.org')).toBe('ASKED')
    expect(await database.selectFrom('users').select(['email', 'pending_email']).orderBy('id').execute()).toEqual([
      { email: 'anna@example.org', pending_email: 'neu@example.org' },
      { email: 'bert@example.org', pending_email: null },
    ])
    expect(await database.selectFrom('messages').select(['kind', 'address']).orderBy('kind').execute()).toEqual([
      { kind: 'email-change', address: 'neu@example.org' },
      { kind: 'email-change-notice', address: 'anna@example.org' },
    ])
    expect(await log(database, 'ANNA@example.org')).toMatchObject([{ kind: 'email-change-asked', detail: null }])
    expect(await log(database, 'bert@example.org')).toEqual([])
  })

  test('sends the verification again until the account is finished', async () => {
    await insertUser(database, 'anna', now)
    const again = (id: string) => resendVerification(database, { id, email: 'anna@example.org', ...support })
    expect(await again('1')).toBe('SENT')
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    expect(await again('2')).toBe('FINISHED')
    expect(await resendVerification(database, { id: '3', email: 'nobody@example.org', ...support })).toBeNull()
    expect(await database.selectFrom('messages').select('kind').execute()).toEqual([{ kind: 'verification' }])
    expect(await log(database)).toMatchObject([{ kind: 'verification-sent' }])
  })

  test('finds customers by a part of what they name, as many as help, and notes no text', async () => {
    await putAnna(database)
    await database.updateTable('devices').set({ name: 'Schwalbe 100%_' }).execute()
    await insertUser(database, 'bert', now)
    const find = async (text: string) => {
      const { customers } = await searchCustomers(database, { text, ...support })
      return customers.map(({ email }) => email)
    }
    for (const text of ['NNA@', 'schwalbe', '100%_', '00000000001', 'aaaa-bbbb']) {
      expect([text, await find(text)]).toEqual([text, ['anna@example.org']])
    }
    expect(await find('example')).toEqual(['anna@example.org', 'bert@example.org'])
    for (const text of ['an%a', "' or true", 'a_na', '(a+)+$']) expect(await find(text)).toEqual([])
    expect(JSON.stringify(await log(database))).not.toContain('schwalbe')
    for (let number = 0; number < supportServerLimits.foundCustomers; number += 1) {
      await insertUser(database, `mehr${number}`, now)
    }
    const many = await searchCustomers(database, { text: 'example', ...support })
    expect([many.customers.length, many.hasMore]).toEqual([supportServerLimits.foundCustomers, true])
  })

  test('announces one thing at a time, until it is over or taken back', async () => {
    const say = (text: string) =>
      announce(database, { announcement: { text, beginsAt: inDays(1), endsAt: inDays(2) }, ...support })
    await say('Wartung')
    await say('<b>Umzug</b>')
    expect(await announced(database, now)).toEqual({ text: '<b>Umzug</b>', beginsAt: inDays(1), endsAt: inDays(2) })
    expect(await announced(database, inDays(2))).toBeNull()
    const end = () => announce(database, { announcement: null, ...support })
    expect([await end(), await end()]).toEqual([true, false])
    expect(await announced(database, now)).toBeNull()
    expect((await log(database)).map(({ kind }) => kind)).toEqual(['announcement-ended', 'announced', 'announced'])
  })

  test('is known for a year, and of an account that is gone without what it says of its person', async () => {
    await putAnna(database)
    await revokeLicence(database, { key, reason: 'Frau Muster zog um', ...support })
    const removal = { userId: 'anna', reason: 'support', receiptId: 'r', now } as const
    expect(await createAccountRemovalStore(database, hooks).remove(removal)).toBe(true)
    expect(await log(database)).toMatchObject([{ kind: 'licence-revoked', email: null, detail: null, operator: 'Kim' }])
    await deleteOld(database, inDays(supportServerLimits.loggedDays + 1))
    expect(await database.selectFrom('support_actions').selectAll().execute()).toEqual([])
  })
})
