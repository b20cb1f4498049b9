import { currentVersion } from '#domain/consents/texts.ts'
import { demoDevices, demoTrackedSince } from '#domain/demo/demo-devices.ts'
import { demoUserId } from '#domain/demo/demo.ts'
import { purposesOf } from '#domain/tracking/tracking-consent.ts'
import { recordConsent } from '#server/db/shared/consent-ledger.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const trackingHooks: Partial<Hooks> = {
  async demoBuilt(writing, { now }) {
    const since = demoTrackedSince(now)
    for (const { id, name, tracking } of demoDevices) {
      if (tracking === null) continue
      await writing
        .insertInto('tracking_settings')
        .values({
          device_id: id,
          enabled: true,
          mode: tracking,
          consent_given: true,
          consent_at: since,
          enabled_at: since,
        })
        .execute()
      for (const purpose of purposesOf(tracking)) {
        const said = { userId: demoUserId, deviceId: id, deviceName: name, given: true, actor: 'owner' } as const
        await recordConsent(writing, { ...said, purpose, version: currentVersion(purpose), at: since })
      }
    }
  },
}
