import { type DeviceConfig, settings, type UserSettings } from '#contract/settings/settings.ts'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import { call } from '#web/api/calls/call.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import { changedParts, type Draft, type StoredSettings } from '../settings-form.ts'

/** One call that changes something: takes what is stored and returns what is stored afterwards. */
export type Step = (present: StoredSettings) => Promise<StoredSettings>

/** Where settings are kept: with the account or with one of its devices. */
export interface SettingsSource {
  /** Different for each account and device. */
  key: string
  load(): Promise<StoredSettings>
  /** The calls that lead from `stored` to `draft`, one after the other. */
  stepsTo(draft: Draft, stored: Draft): Step[]
  stepsToDelivered(stored: Draft): Step[]
  /** As it was delivered. */
  delivered(): Draft
  /** What is kept while there is no connection: `mine` in place of `base`. */
  waitingAs(base: Draft, mine: Draft): OutboxChange
}

export function accountSource(userId: string): SettingsSource {
  const params = { id: userId }
  return {
    key: userId,
    load: async () => storedOfAccount(await call(settings.show, { params })),
    stepsTo: (draft, stored) =>
      changedParts(draft, stored).settings
        ? [
            async ({ version }) =>
              storedOfAccount(await call(settings.change, { params, body: { settings: draft.settings, version } })),
          ]
        : [],
    stepsToDelivered: () => [async () => storedOfAccount(await call(settings.reset, { params }))],
    delivered: () => ({ settings: deliveredSettings(), led: null }),
    waitingAs: (base, mine) => ({ kind: 'settings', of: 'account', id: userId, base, mine }),
  }
}

export function deviceSource(imei: string): SettingsSource {
  const query = { imei }
  const source: SettingsSource = {
    key: imei,
    load: async () => storedOfDevice(await call(settings.deviceConfig, { query })),
    stepsTo(draft, stored) {
      const changed = changedParts(draft, stored)
      const { led } = draft
      const steps: Step[] = []
      if (changed.settings) {
        steps.push(async ({ version }) =>
          storedOfDevice(
            await call(settings.changeDeviceConfig, { query, body: { settings: draft.settings, version } }),
          ),
        )
      }
      if (changed.led && led !== null) {
        steps.push(async (present) => {
          const body = { led, version: present.version }
          const { version, updatedAt, led: kept } = await call(settings.changeLedConfig, { query, body })
          return { ...present, version, updatedAt, led: kept }
        })
      }
      return steps
    },
    stepsToDelivered: (stored) => source.stepsTo(source.delivered(), stored),
    delivered: () => ({ settings: deliveredSettings(), led: deliveredLed() }),
    waitingAs: (base, mine) => ({ kind: 'settings', of: 'device', id: imei, base, mine }),
  }
  return source
}

export function storedOfAccount({ settings: kept, version, updatedAt }: UserSettings): StoredSettings {
  return { settings: kept, led: null, version, updatedAt, applied: null }
}

export function storedOfDevice(config: DeviceConfig): StoredSettings {
  const { settings: kept, led, version, updatedAt, appliedVersion, appliedAt } = config
  const applied = appliedVersion === null || appliedAt === null ? null : { version: appliedVersion, at: appliedAt }
  return { settings: kept, led, version, updatedAt, applied }
}

/** Fetches the shown settings again. A device without settings of its own follows its account's. */
export async function invalidateSettings(): Promise<void> {
  const shown = [settings.show, settings.deviceConfig]
  await Promise.all(shown.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
