import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hashOf } from '#server/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'
import { createAlarmLinksStore, type Reached } from './alarm-links.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const longAgo = new Date(now.getTime() - 60 * minuteMs)
const atAddress = { userId: 'owner', email: 'owner@example.org' }
const inBrowser = { userId: 'owner', subscriptionId: 'browser' }

describeOnBothDatabases('an owner’s links to an alarm', (database) => {
  const store = createAlarmLinksStore(database)
  const add = (reached: Reached, alarmId = 'alarm') =>
    store.addForOwner({ tokenHash: hashOf('link'), alarmId, reached }, now)

  beforeEach(async () => {
    const deviceId = await putTracker(database, longAgo, { imei: '350000000000001', mode: 'THEFT' })
    const sessionId = await insertSession(database, 'owner', longAgo)
    const keys = { public_key: Buffer.from('key'), secret: Buffer.from('secret') }
    await database
      .insertInto('push_subscriptions')
      .values({ id: 'browser', user_id: 'owner', session_id: sessionId, endpoint: 'x', ...keys, created_at: longAgo })
      .execute()
    await database
      .insertInto('alarms')
      .values({ id: 'alarm', device_id: deviceId, kind: 'MOVEMENT', detected_at: now, letter: 'SENDING' })
      .execute()
  })

  test.each([atAddress, inBrowser])('lead to it from where its owner is reached', async (reached) => {
    expect(await add(reached)).toBe(true)
    expect(await store.read(hashOf('link'), longAgo)).toMatchObject({ reader: 'OWNER', ownerEmail: atAddress.email })
  })

  test.each([
    ['an address that the account no longer has', atAddress, () => changeAddress()],
    ['a browser that was signed out', inBrowser, () => signOut()],
  ])('are not made for %s, even if its message is under way', async (_where, reached, change) => {
    await change()
    expect(await add(reached)).toBe(false)
    expect(await store.read(hashOf('link'), longAgo)).toBeNull()
  })

  test('only to see it answer nothing, and say where its owner goes on', async () => {
    const link = { tokenHash: hashOf('link'), alarmId: 'alarm', reached: atAddress }
    expect(await store.addForReading(link, now)).toBe(true)
    const address = expect.stringMatching(/^\/tracking\?device=.*&alarm=alarm#map$/)
    expect(await store.read(hashOf('link'), longAgo)).toMatchObject({ readsOnly: true, address, answer: null })
    expect(await store.answer(hashOf('link'), now, longAgo)).toBeNull()
    const device = await database.selectFrom('devices').select('id').executeTakeFirstOrThrow()
    const said = { device_id: device.id, since: now, set_at: now }
    await database
      .insertInto('dossier_changes')
      .values({ ...said, state: 'STOLEN' })
      .execute()
    expect(await store.read(hashOf('link'), longAgo)).toMatchObject({ address: `/fall/${device.id}`, answer: null })
  })

  test('are not made to an alarm that is gone, or of somebody else’s vehicle', async () => {
    expect(await add(atAddress, 'gone')).toBe(false)
    await database
      .updateTable('devices')
      .set({ user_id: await other() })
      .execute()
    expect(await add(atAddress)).toBe(false)
  })

  const changeAddress = () => database.updateTable('users').set({ email: 'new@example.org' }).execute()
  const signOut = () => database.deleteFrom('sessions').execute()
  const other = async () => {
    await putTracker(database, longAgo, { imei: '350000000000002', owner: 'other' })
    return 'other'
  }
})
