import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { insertInventory } from '#server/testing/rows.ts'
import { createLastReport } from './health.store.ts'

describeOnBothDatabases('the health', (database) => {
  test('says when any tracker last reported, and reads that from all of them once a minute', async () => {
    const start = new Date('2026-11-30T08:00:00Z')
    const later = (ms: number) => new Date(start.getTime() + ms)
    for (const imei of ['350000000000021', '350000000000022']) await insertInventory(database, imei, start)
    const reports = async (imei: string, at: Date) =>
      database.updateTable('device_inventory').set({ last_active_at: at }).where('imei', '=', imei).execute()
    let now = start
    const lastReport = createLastReport(database, { now: () => now })
    const says = async (at: Date) => {
      now = at
      return lastReport()
    }
    expect(await says(start)).toBeNull()

    await reports('350000000000021', later(-1))
    await reports('350000000000022', later(-2))
    expect(await says(later(minuteMs - 1))).toBeNull()
    expect(await says(later(minuteMs))).toEqual(later(-1))

    await reports('350000000000022', later(minuteMs))
    expect(await says(later(2 * minuteMs - 1))).toEqual(later(-1))
    expect(await says(later(2 * minuteMs))).toEqual(later(minuteMs))

    await reports('350000000000022', later(-3))
    await reports('350000000000021', later(-4))
    expect(await says(start), 'the clock was put back').toEqual(later(-3))
  })
})
