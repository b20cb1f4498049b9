import { beforeEach, expect, test } from 'vitest'
import { dayMinutes, minuteMs } from '#contract/base/time-units.ts'
import { resting } from '#domain/alarms/pauses.ts'
import { createOwnRidesStore } from './own-rides.store.ts'
import type { AlarmDevice } from '#server/features/alarms/alarm-device.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createMailedTokensStore } from '#server/features/auth/mailed-tokens.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hooks } from '#server/hooks.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertUser } from '#server/testing/rows.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const imei = '350000000000001'
const deviceId = `device-${imei}`

describeOnBothDatabases('answers to alarms by link', (database) => {
  const store = createOwnRidesStore(database, hooks)
  let userId: string

  /** What is known after an e-mail about an alarm was tried twice: nobody knows which of both arrived. */
  beforeEach(async () => {
    await putTracker(database, start, { imei, mode: 'THEFT' })
    const alarm = { id: 'alarm', deviceId, kind: 'TOW', detectedAt: start, place: null, numberToday: null } as const
    await createAlarmsStore(database).add(alarm)
    const owner = await database.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
    userId = owner.id
    for (const key of ['first', 'second']) {
      await createMailedTokensStore(database).createToken({
        hash: hashOf(key),
        userId,
        purpose: 'own-ride',
        email: owner.email,
        createdAt: start,
        expiresAt: after(dayMinutes),
        alarmId: 'alarm',
      })
    }
  })

  const rest = async ({ guarded }: AlarmDevice) =>
    guarded && resting(guarded.guard, { wish: 'RIDE', homes: [] }, after(5))
  const answer = (key: string, choose: Parameters<typeof store.answer>[3] = rest) =>
    store.answer(hashOf(key), { alarmId: 'alarm', userId, deviceId }, after(5), choose)

  test('pause once, by whichever of its e-mails, also at the same moment', async () => {
    const answers = await Promise.all([answer('first'), answer('second'), answer('first')])
    expect(answers.filter((device) => device !== null)).toMatchObject([
      { guarded: { guard: { pause: { kind: 'RIDE', since: after(5) } } } },
    ])
    expect(await store.link(hashOf('second'))).toMatchObject({ usedAt: after(5) })
    const [alarm] = await createAlarmsStore(database).latest(deviceId, start)
    expect(alarm?.acknowledgedAt).toBe(after(5).toISOString())
  })

  test('use no link where the process ends before the pause is stored', async () => {
    await expect(answer('first', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    expect(await store.link(hashOf('first'))).toMatchObject({ usedAt: null })
    expect(await answer('first')).not.toBeNull()
  })

  test.each(['STOLEN', 'SUSPICIOUS'] as const)('pause nothing of a vehicle stated as %s', async (state) => {
    await database
      .insertInto('dossier_changes')
      .values({ device_id: deviceId, state, since: after(1), set_at: after(1) })
      .execute()
    expect(await store.link(hashOf('first'))).toMatchObject({ isMissed: true })
    expect(await answer('first')).toBeNull()
  })

  test('are nothing to an owner who does not have the device any more', async () => {
    await insertUser(database, 'next', after(1))
    await database.updateTable('devices').set({ user_id: 'next' }).execute()
    expect(await store.link(hashOf('first'))).toBeNull()
    expect(await answer('first')).toBeNull()
  })
})
