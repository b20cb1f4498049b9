import { dayMs } from '#contract/base/time-units.ts'
import { demoDevices, demoFreeLicences, demoLicenceId } from '#domain/demo/demo-devices.ts'
import { demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const licencesHooks: Partial<Hooks> = {
  /** Those that run become free, and their keys work elsewhere. */
  async accountRemoved(writing, { userId, at }) {
    await writing.deleteFrom('licences').where('user_id', '=', userId).where('expires_at', '<=', at).execute()
  },

  async demoBuilt(writing, { now }) {
    const used = demoDevices.flatMap((device) => {
      const id = demoLicenceId(device)
      return device.licence === null || id === null ? [] : [{ ...device.licence, id, seats: 1 }]
    })
    const free = demoFreeLicences.map((licence) => ({ ...licence, id: `demo-${licence.type.toLowerCase()}` }))
    const rows = [...used, ...free].map(({ id, type, daysLeft, seats }) => ({
      id,
      user_id: demoUserId,
      licence_type: type,
      licence_key: `WW-DEMO-${type}`,
      seats,
      days: 365,
      expires_at: new Date(now.getTime() + daysLeft * dayMs),
      created_at: now,
      demo: true,
    }))
    await writing.insertInto('licences').values(rows).execute()
  },

  async demoRemoved(writing) {
    await writing.deleteFrom('licences').where('demo', '=', true).execute()
  },
}
