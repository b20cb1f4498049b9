import { sql } from 'kysely'
import { demoDevices } from '#domain/demo/demo-devices.ts'
import type { DemoFix } from '#domain/demo/demo-rides.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'

export const historyHooks: Partial<Hooks> = {
  async demoBuilt(writing, { now }) {
    for (const { id, fixes } of demoDevices) await keepPositions(writing, positionsOf(id, fixes(now)))
  },

  demoReported: (writing, { deviceId, fixes }) => keepPositions(writing, positionsOf(deviceId, fixes)),

  async demoRemoved(writing) {
    const ofDemo = await writing.selectFrom('devices').select('id').where('demo', '=', true).execute()
    await sql`delete from positions where device_id = any(${ofDemo.map(({ id }) => id)}::text[])`.execute(writing)
  },
}

function positionsOf(deviceId: string, fixes: readonly DemoFix[]) {
  return fixes.map((fix) => ({ ...fix, deviceId, receivedAt: fix.recordedAt, altitude: null, flag: null }))
}
