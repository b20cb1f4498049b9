import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const devices = 60

describeOnBothDatabases('what the alarm remembers', (database) => {
  test('is written again beside its old row, and its index is left as it is', async () => {
    for (let number = 0; number < devices; number += 1) {
      await putTracker(database, now, { imei: String(350_000_000_000_000 + number), mode: 'THEFT' })
    }
    await database.transaction().execute(async (transaction) => {
      const parked = JSON.stringify(Array.from({ length: 30 }, (_, index) => index * 1234.5678))
      await sql`
        insert into alarm_guards (device_id, enabled_at, parked) select id, ${now}, ${parked}::json from devices`.execute(
        transaction,
      )
      await sql`update alarm_guards set last_fix_at = ${now}`.execute(transaction)
      const { rows } = await sql<{ beside: number }>`
        select pg_stat_get_xact_tuples_hot_updated('alarm_guards'::regclass)::int as beside`.execute(transaction)
      expect(rows).toEqual([{ beside: devices }])
    })
  })
})
