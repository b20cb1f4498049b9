import { expect, test } from 'vitest'
import { ofAllDevices } from './device-portions.ts'
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
})
