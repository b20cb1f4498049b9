import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hashOf } from '#server/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'
import { createAlarmLinksStore, type Reached } from './alarm-links.store.ts'
import { createAlarmsStore } from './alarms.store.ts'
import { putHops } from './testing/hops.ts'

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

  describe('that only show it', () => {
    const place = { latitude: 49.02, longitude: 8.4, accuracy: 5, recordedAt: now }
    const make = () =>
      store.addForReading({ tokenHash: hashOf('link'), alarmId: 'alarm', reached: atAddress, place }, now)
    const shown = (at: Date) => store.show(hashOf('link'), at, longAgo)
    const later = new Date(now.getTime() + minuteMs)
    const deviceId = 'device-350000000000001'
    const state = (stated: 'STOLEN' | 'RECOVERED') =>
      database
        .insertInto('dossier_changes')
        .values({ device_id: deviceId, state: stated, since: later, set_at: later })
        .execute()

    test('answer nothing, show the place of the message, and say where its owner goes on, but not who that is', async () => {
      expect(await make()).toBe(true)
      const address = expect.stringMatching(/^\/tracking\?device=.*&alarm=alarm#map$/)
      expect(await shown(now)).toMatchObject({
        readsOnly: { ownerId: 'owner', address },
        ownerEmail: null,
        place: { ...place, recordedAt: now.toISOString() },
        answer: null,
      })
      expect(await store.answer(hashOf('link'), now, longAgo)).toBeNull()
      await state('STOLEN')
      expect(await shown(later)).toMatchObject({ readsOnly: { address: `/fall/${deviceId}` } })
    })

    test('are not found by a process of the version before, which would have them answer', async () => {
      await make()
      const found = database.selectFrom('alarm_links').select('token_hash').where('token_hash', '=', hashOf('link'))
      expect(await found.execute()).toEqual([])
    })

    test('lose their place with the positions', async () => {
      await make()
      await createAlarmsStore(database).forgetPlaces(deviceId, { start: null, end: null })
      expect(await shown(later)).toMatchObject({ place: null })
    })

    test.each<[string, number, () => Promise<unknown>]>([
      ['a day after they were made', 24 * 60, async () => undefined],
      ['when the owner has seen the alarm', 1, () => acknowledge()],
      ['when the owner has paused the alarm since', 1, () => pause()],
      ['when the vehicle is back', 1, () => state('RECOVERED')],
      ['when its tracking is switched off', 1, () => switchOff()],
    ])('end %s', async (_when, minutes, happens) => {
      await make()
      expect(await shown(later)).not.toBeNull()
      await happens()
      expect(await shown(new Date(now.getTime() + minutes * minuteMs))).toBeNull()
    })

    // Although a contact answered first.
    const acknowledge = async () => {
      const hop = { alarmId: 'alarm', number: 1, channel: 'SMS', contactId: null, dueAt: now, state: 'SENT' } as const
      await putHops(database, [{ ...hop, begunAt: now, endedAt: now, answeredAt: now }])
      await database.updateTable('alarms').set({ acknowledged_at: later }).execute()
    }
    const pause = () => {
      const paused = { pause_kind: 'OPEN', pause_since: later } as const
      return database
        .insertInto('alarm_guards')
        .values({ device_id: deviceId, enabled_at: longAgo, ...paused })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(paused))
        .execute()
    }
    const switchOff = () => database.updateTable('tracking_settings').set({ enabled: false }).execute()
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
