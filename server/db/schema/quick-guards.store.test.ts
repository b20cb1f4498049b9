import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0074_quick_guards.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

const at = (minute: number) => `2026-03-29T12:0${minute}:00.007Z`
const stirred = { fixes: 2, until: at(3) }
const standing = {
  latitude: 49.006_912_3,
  longitude: -8.4037,
  weight: 1.234_567_890_123_45,
  variance: 400,
  usualAccuracy: null,
  fixes: 7,
  last: { latitude: 49, longitude: 8 },
  lastAt: at(1),
  lastSpeedKmh: 0,
  usualSeconds: 60,
  hereAt: at(2),
  stirred,
  away: null,
  departed: null,
}
const place = [49.006_912_3, -8.4037, 1.234_567_890_123_45, 400, null, 7]
const written = [...place, 49, 8, Date.parse(at(1)), 0, 60, Date.parse(at(2)), stirred, null, null]

describeOnBothDatabases('what is remembered of a parked vehicle', (database) => {
  test('keeps its meaning when the names go', async () => {
    const found = await database.transaction().execute(async (transaction) => {
      // It hides the table of the same name, and is gone after the transaction.
      await sql`create temporary table alarm_guards (parked jsonb) on commit drop`.execute(transaction)
      await sql`insert into alarm_guards values (${JSON.stringify(standing)}), (null)`.execute(transaction)
      await up(transaction.withTables<never>())
      const { rows } = await sql<{ parked: unknown }>`select parked from alarm_guards`.execute(transaction)
      return rows.map(({ parked }) => parked)
    })
    expect(found).toEqual([written, null])
  })
})
