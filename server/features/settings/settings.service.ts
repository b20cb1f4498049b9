import type {
  DeviceConfig,
  LedSettingsChange,
  UserSettings,
  WarningSettingsChange,
} from '#contract/settings/settings.ts'
import { changedLed, changedSettings, deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ConfiguredDevice, SettingsStore } from './settings.store.ts'
import { Problem } from '#server/http/problem.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService({ store, clock }: { store: SettingsStore; clock: Clock }) {
  const ofUser = async (userId: string): Promise<UserSettings> =>
    (await store.ofUser(userId)) ?? { settings: deliveredSettings(), version: 0, updatedAt: null }

  const configOf = async (device: ConfiguredDevice): Promise<DeviceConfig> => {
    const own = await store.ofDevice(device.id)
    if (own !== null) {
      const { settings, led, version, appliedVersion } = own
      const appliedAt = own.appliedAt?.toISOString() ?? null
      return {
        imei: device.imei,
        settings,
        led,
        version,
        updatedAt: own.updatedAt.toISOString(),
        appliedVersion,
        appliedAt,
      }
    }
    // A device without settings of its own follows its owner's.
    const { settings } = await ofUser(device.userId)
    return {
      imei: device.imei,
      settings,
      led: deliveredLed(),
      version: 0,
      updatedAt: null,
      appliedVersion: null,
      appliedAt: null,
    }
  }

  const changeDevice = async (
    device: ConfiguredDevice,
    { settings = {}, led = {} }: { settings?: WarningSettingsChange; led?: LedSettingsChange },
    version: number,
  ): Promise<DeviceConfig> => {
    const present = await configOf(device)
    refuseOther(version, present)
    const changed = { settings: changedSettings(present.settings, settings), led: changedLed(present.led, led) }
    const outcome = await store.changeOfDevice(device.id, changed, version, clock.now())
    // The device was the caller's a moment ago. Now it is answered like any other IMEI.
    if (outcome === 'gone') throw new Problem('FORBIDDEN')
    if (outcome === 'outdated') throw new Problem('VERSION_CONFLICT')
    return configOf(device)
  }

  return {
    show: ofUser,

    async change(userId: string, change: WarningSettingsChange, version: number): Promise<UserSettings> {
      const present = await ofUser(userId)
      refuseOther(version, present)
      const settings = changedSettings(present.settings, change)
      if (!(await store.changeOfUser(userId, settings, version, clock.now()))) throw new Problem('VERSION_CONFLICT')
      return ofUser(userId)
    },

    /** Back to the delivered state, as a new version: a page that still has an old one must not overwrite it. */
    async reset(userId: string): Promise<UserSettings> {
      const { version } = await ofUser(userId)
      const done = await store.changeOfUser(userId, deliveredSettings(), version, clock.now())
      if (!done) throw new Problem('VERSION_CONFLICT')
      return ofUser(userId)
    },

    async deviceConfigs(userId: string): Promise<DeviceConfig[]> {
      const configs: DeviceConfig[] = []
      for (const device of await store.devicesOf(userId)) configs.push(await configOf(device))
      return configs
    },

    deviceConfig: configOf,

    changeDeviceConfig: (device: ConfiguredDevice, settings: WarningSettingsChange, version: number) =>
      changeDevice(device, { settings }, version),

    changeLedConfig: (device: ConfiguredDevice, led: LedSettingsChange, version: number) =>
      changeDevice(device, { led }, version),

    async applied(device: ConfiguredDevice, version: number): Promise<DeviceConfig> {
      const noted = await store.noteApplied(device.id, version, clock.now())
      if (!noted && version > 0) {
        throw new Problem('VALIDATION_ERROR', { fields: { version: 'Diese Version gibt es nicht.' } })
      }
      return configOf(device)
    },
  }
}

/** What is absent stays as it was in the version that is changed, so nothing may be taken from another one. */
function refuseOther(version: number, present: { version: number }): void {
  if (present.version !== version) throw new Problem('VERSION_CONFLICT')
}
