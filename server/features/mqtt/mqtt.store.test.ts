import { beforeEach, expect, test } from 'vitest'
import { mqttServerLimits } from '#contract/mqtt/mqtt-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { hooks } from '#server/hooks.ts'
import { noteAcknowledged } from '#server/features/alarms/answers/acknowledged.ts'
import { insertAlarms } from '#server/features/alarms/guard/guards.store.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { mqttMail } from './mqtt-mail.ts'
import { createMqttStore } from './mqtt.store.ts'

const start = new Date('2026-11-23T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

describeOnBothDatabases('brokers of owners', (database, connection) => {
  const store = createMqttStore(database, noQueue)

  beforeEach(async () => {
    for (const [index, id] of ['a', 'b'].entries()) {
      await insertUser(database, id, start)
      await insertSession(database, id, start)
      await insertDevice(database, { id: `device-${id}`, userId: id, imei: `35000000000000${index}` }, start)
    }
    await database.updateTable('device_inventory').set({ last_active_at: null }).execute()
  })

  const save = (userId = 'a', { on = store, deviceIds = [`device-${userId}`], host = 'haus.example.org' } = {}) =>
    on.save(
      { host, port: 8883, username: 'haus', password: 'geheim', deviceIds },
      { userId, sessionId: `session-${userId}`, at: start },
    )
  const due = async (minutes: number) => {
    const claimed = await store.begin(after(minutes))
    if (claimed !== null) await store.end(claimed, null, after(minutes))
    return claimed?.userId ?? null
  }
  const report = (minutes: number) =>
    database
      .updateTable('device_inventory')
      .set({ last_active_at: after(minutes) })
      .execute()

  test('one of an account is entered for its own devices, in a session that goes on, with an e-mail', async () => {
    const mail = [mqttMail, { userId: 'a' }] as const
    await expectQueued(connection, (queue) => save('a', { on: createMqttStore(database, queue) }), mail)
    expect(await save('a', { deviceIds: ['device-a', 'device-b'] })).toBe('foreign')
    await save('a', { host: 'other.example.org' })
    expect(await store.find('a')).toMatchObject({ host: 'other.example.org', deviceIds: ['device-a'], failure: null })
    expect(await store.find('b')).toBeNull()
    await database.deleteFrom('sessions').execute()
    expect(await save()).toBe('signed out')
    expect(await store.remove({ userId: 'b', at: start })).toBe(false)
    expect(await store.remove({ userId: 'a', at: start })).toBe(true)
    expect(await due(1)).toBeNull()
  })

  test('a state is due when it is new: entered, reported, alarmed, seen; and once an hour', async () => {
    await save()
    expect([await due(1), await due(2)]).toEqual(['a', null])
    await report(3)
    expect([await due(4), await due(5)]).toEqual(['a', null])
    const alarm = { id: 'moved', deviceId: 'device-a', kind: 'MOVEMENT' as const, detectedAt: after(6) }
    await inTransaction(database, {}, (writing) =>
      insertAlarms(writing, [{ ...alarm, place: null, numberToday: null }]),
    )
    expect([await due(7), await due(8)]).toEqual(['a', null])
    expect([...(await store.alarmed(['device-a', 'device-b'], after(8)))]).toEqual(['device-a'])
    await inTransaction(database, {}, (writing) => noteAcknowledged(writing, 'moved', after(9)))
    expect([await due(10), await due(11)]).toEqual(['a', null])
    expect([...(await store.alarmed(['device-a'], after(11)))]).toEqual([])
    expect(await due(11 + mqttServerLimits.againMinutes)).toBe('a')
  })

  test('one whose vehicle reports all the time gets one connection a minute', async () => {
    await save()
    expect(await due(1)).toBe('a')
    await report(1.1)
    expect([await due(1.2), await due(1.5), await due(2)]).toEqual([null, null, 'a'])
  })

  test('one that is away is tried after growing pauses, holds up no other, and gets the newest state then', async () => {
    for (const userId of ['a', 'b']) await save(userId)
    const [first, second] = [await store.begin(after(0)), await store.begin(after(0))]
    expect([first?.userId, second?.userId].toSorted()).toEqual(['a', 'b'])
    expect(await store.begin(after(0))).toBeNull()
    if (first === null || second === null) throw new Error('none was claimed')
    await store.end(first, 'UNREACHABLE', after(0))
    await store.end(second, null, after(0))
    expect(await store.find(first.userId)).toMatchObject({ failure: 'UNREACHABLE', publishedAt: null })
    expect(await store.find(second.userId)).toMatchObject({
      failure: null,
      publishedAt: new Date(start.getTime() - mqttServerLimits.overlapSeconds * secondMs),
    })
    expect(await store.begin(after(0.9))).toBeNull()
    const again = await store.begin(after(1))
    expect(again?.userId).toBe(first.userId)
    // Its publisher is gone without a word; what it says later counts no more.
    expect(await store.begin(after(5.9))).toBeNull()
    const next = await store.begin(after(6.1))
    if (again === null || next === null) throw new Error('none was claimed')
    await store.end(again, 'REFUSED', after(7))
    expect(await store.find(first.userId)).toMatchObject({ failure: 'UNREACHABLE' })
    await store.end(next, null, after(7))
    expect(await store.find(first.userId)).toMatchObject({ failure: null })
  })

  test('other credentials of the account pause it, and „Das war ich nicht“ removes it', async () => {
    await save()
    const changed = { userId: 'a', formerHolder: 'owner' } as const
    await inTransaction(database, { accounts: ['a'] }, (writing) => hooks.credentialsChanged(writing, changed))
    expect(await due(1)).toBeNull()
    expect(await store.find('a')).toMatchObject({ paused: true })
    const secured = { userId: 'a', email: 'a@example.org', devices: ['device-a'], at: start }
    await inTransaction(database, { accounts: ['a'], devices: ['device-a'] }, (writing) =>
      hooks.accountSecured(writing, secured),
    )
    expect(await store.find('a')).toBeNull()
  })
})
