import { hourMinutes, minuteMs } from '#contract/base/time-units.ts'
import { demoDevices } from '#domain/demo/demo-devices.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const receptionHooks: Partial<Hooks> = {
  async clockCorrected(writing, { deviceId }) {
    await writing.deleteFrom('device_losses').where('device_id', '=', deviceId).execute()
  },

  async demoBuilt(writing, { now }) {
    const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
    const rows = demoDevices.map(({ id, silentMinutes, supply: { percent, power } }) => ({
      device_id: id,
      battery_percent: percent,
      battery_at: ago(silentMinutes),
      external_power: power === 'connected',
      power_at: ago(silentMinutes),
      power_since: power === 'cut' ? ago(silentMinutes + 9 * hourMinutes) : null,
    }))
    await writing.insertInto('device_health').values(rows).execute()
  },

  async demoReported(writing, { imei, seenAt }) {
    await writing
      .updateTable('device_health')
      .set({ battery_at: seenAt, power_at: seenAt })
      .where('device_id', 'in', (devices) =>
        devices.selectFrom('devices').select('id').where('imei', '=', imei).where('demo', '=', true),
      )
      .where('battery_at', '<', seenAt)
      .execute()
  },
}
