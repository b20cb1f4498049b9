import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inPortions, ofAllDevices } from './portions.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00Z')

describeOnBothDatabases('all devices, asked about in portions', (database) => {
  test.each([
    { devices: 0, portion: 2, portions: [] },
    { devices: 1, portion: 2, portions: [[0]] },
    { devices: 2, portion: 2, portions: [[0, 1]] },
    { devices: 5, portion: 2, portions: [[0, 1], [2, 3], [4]] },
  ])('are each in one of them: $devices, $portion at a time', async ({ devices, portion, portions }) => {
    await insertUser(database, 'a', now)
    const ids = Array.from({ length: devices }, (_, number) => `device-${number}`)
    for (const [number, id] of ids.entries()) {
      await insertDevice(database, { id, userId: 'a', imei: `35000000000000${number}` }, now)
    }
    const asked: string[][] = []
    const found = await ofAllDevices(
      database,
      async (isInPortion) => {
        const rows = await database.selectFrom('devices').select('id').where(isInPortion).orderBy('id').execute()
        asked.push(rows.map(({ id }) => id))
        return rows
      },
      portion,
    )
    expect(asked).toEqual(portions.map((numbers) => numbers.map((number) => ids[number])))
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  test('and rows of another table by a key that several have, all of one key together, and only those that are meant', async () => {
    await insertUser(database, 'a', now)
    for (const number of [0, 1, 2, 3]) {
      await insertDevice(database, { id: `device-${number}`, userId: 'a', imei: `35000000000000${number}` }, now)
    }
    const topics = ['THEFT', 'HELP', 'SILENCE'] as const
    await database
      .insertInto('declined_messages')
      .values(
        ['device-0', 'device-2', 'device-3'].flatMap((id) =>
          topics.map((topic) => ({ user_id: 'a', device_id: id, topic, channel: 'PUSH' as const, since: now })),
        ),
      )
      .execute()
    const asked: string[] = []
    await inPortions(
      database,
      { table: 'declined_messages', key: 'device_id', only: sql<boolean>`topic <> 'HELP'` },
      async (isInPortion) => {
        const rows = await database.selectFrom('declined_messages').selectAll().where(isInPortion).execute()
        asked.push(
          rows
            .map(({ device_id: id, topic }) => `${id} ${topic}`)
            .toSorted()
            .join(', '),
        )
        return rows
      },
      2,
    )
    expect(asked).toEqual([
      'device-0 SILENCE, device-0 THEFT, device-2 SILENCE, device-2 THEFT',
      'device-3 SILENCE, device-3 THEFT',
    ])
  })
})
