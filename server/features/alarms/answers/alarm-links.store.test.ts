import { beforeEach, describe, expect, test } from 'vitest'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'
import { createAlarmLinksStore, type Reached } from './alarm-links.store.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'

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
    expect(await store.read(hashOf('link'), now, longAgo)).toMatchObject({
      reader: 'OWNER',
      ownerEmail: atAddress.email,
    })
  })

  test.each([
    ['an address that the account no longer has', atAddress, () => changeAddress()],
    ['a browser that was signed out', inBrowser, () => signOut()],
  ])('are not made for %s, even if its message is under way', async (_where, reached, change) => {
    await change()
    expect(await add(reached)).toBe(false)
    expect(await store.read(hashOf('link'), now, longAgo)).toBeNull()
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

    test.each<[string, number, () => Promise<unknown>, string]>([
      ['a day after they were made', 24 * 60, async () => undefined, 'EXPIRED'],
      ['when the owner has seen the alarm', 1, () => acknowledge(), 'ANSWERED'],
      ['when the owner has paused the alarm since', 1, () => pause(), 'ANSWERED'],
      ['when the vehicle is back', 1, () => state('RECOVERED'), 'BACK'],
      ['when its tracking is switched off', 1, () => switchOff(), 'OFF'],
    ])('end %s, and say why', async (_when, minutes, happens, end) => {
      await make()
      expect(await shown(later)).not.toBeNull()
      expect(await store.end(hashOf('link'), later)).toBeNull()
      await happens()
      const at = new Date(now.getTime() + minutes * minuteMs)
      expect([await shown(at), await store.end(hashOf('link'), at)]).toEqual([null, end])
    })

    test('whose vehicle is missed again do not say that it is back', async () => {
      await make()
      await state('RECOVERED')
      await state('STOLEN')
      expect([await shown(later), await store.end(hashOf('link'), later)]).toEqual([null, null])
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

  describe('and those of their contacts', () => {
    const deviceId = 'device-350000000000001'
    const minutes = (after: number) => new Date(now.getTime() + after * minuteMs)
    const readAt = (after: number) => store.read(hashOf('contact'), minutes(after), longAgo)

    beforeEach(async () => {
      const contact = { id: 'contact', device_id: deviceId, email: 'anna@example.org', email_hash: hashOf('anna') }
      await database
        .insertInto('emergency_contacts')
        .values({ ...contact, position: 1, invited_at: longAgo, invitation_ends_at: longAgo })
        .execute()
      await store.add({ tokenHash: hashOf('contact'), alarmId: 'alarm', contactId: 'contact' }, now)
    })

    const state = (stated: DossierState, after: number, undoUntil: Date | null = null) =>
      database
        .insertInto('dossier_changes')
        .values({
          device_id: deviceId,
          state: stated,
          since: minutes(after),
          set_at: minutes(after),
          undo_until: undoUntil,
        })
        .execute()
    const guard = (row: { pause_since?: Date; rested_until?: Date; pause_kind?: 'OPEN' }) =>
      database
        .insertInto('alarm_guards')
        .values({ device_id: deviceId, enabled_at: longAgo, ...row })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
        .execute()
    const seen = { by: 'OWNER', at: minutes(1).toISOString() }
    const stolen = { kind: 'MISSED', stated: 'STOLEN', since: minutes(1).toISOString() }

    test('take an answer although the owner was quicker', async () => {
      const hop = { alarmId: 'alarm', number: 1, channel: 'EMAIL', contactId: 'contact', dueAt: now } as const
      await putHops(database, [{ ...hop, state: 'SENT', begunAt: now, endedAt: now }])
      await guard({ rested_until: minutes(1) })
      expect(await store.answer(hashOf('contact'), minutes(2), longAgo)).toMatchObject({
        answer: { by: 'READER', at: minutes(2).toISOString() },
      })
    })

    test('take an answer although another contact was quicker', async () => {
      const hop = { alarmId: 'alarm', channel: 'EMAIL', dueAt: now, state: 'SENT', begunAt: now, endedAt: now } as const
      await putHops(database, [
        { ...hop, number: 1, contactId: 'contact' },
        { ...hop, number: 2, contactId: 'quicker', answeredAt: minutes(1) },
      ])
      expect(await readAt(1)).toMatchObject({ answer: { by: 'CONTACT' } })
      await store.answer(hashOf('contact'), minutes(2), longAgo)
      expect(await readAt(3)).toMatchObject({ answer: { by: 'READER', at: minutes(2).toISOString() } })
    })

    test.each<[string, () => Promise<unknown>, object | null, object | undefined]>([
      ['nothing, where nothing was said', async () => undefined, null, undefined],
      ['of a pause since', () => guard({ pause_kind: 'OPEN', pause_since: minutes(1) }), seen, undefined],
      ['nothing of a pause before', () => guard({ pause_kind: 'OPEN', pause_since: minutes(-1) }), null, undefined],
      ['that the alarm was armed by hand', () => guard({ rested_until: minutes(1) }), seen, undefined],
      ['that it is stolen', () => state('STOLEN', 1), seen, stolen],
      ['nothing of what can be taken back', () => state('STOLEN', 1, minutes(3)), null, undefined],
      [
        'that it is back',
        () => state('STOLEN', 1).then(() => state('RECOVERED', 2)),
        seen,
        { kind: 'BACK', since: minutes(2).toISOString() },
      ],
      ['nothing of a return before', () => state('STOLEN', -2).then(() => state('RECOVERED', -1)), null, undefined],
      ['that it was stolen before', () => state('STOLEN', -1), null, { ...stolen, since: minutes(-1).toISOString() }],
    ])('say %s', async (_what, happens, answer, stated) => {
      await happens()
      const shown = await readAt(2)
      expect([shown?.reader, shown?.answer, shown?.stated]).toEqual(['CONTACT', answer, stated])
    })
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
