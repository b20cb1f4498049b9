import type { DeviceConfig, LedSettings, UserSettings, WarningSettings } from '#contract/settings.ts'
import { deliveredLed, deliveredSettings } from '#domain/settings.ts'
import type { Clock } from '#server/clock.ts'
import type { OwnedDevice, SettingsStore } from './settings.store.ts'
import type { KnownDevice, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService({ store, clock }: { store: SettingsStore; clock: Clock }) {
  const ofUser = async (userId: string): Promise<UserSettings> =>
    (await store.ofUser(userId)) ?? { settings: deliveredSettings(), version: 0, updatedAt: null }

  const configOf = async (device: OwnedDevice): Promise<DeviceConfig> => {
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
    // A device that was never changed on its own follows its owner.
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

  /** @throws {Problem} FORBIDDEN for any other device: whether somebody has registered it is not told. */
  const deviceOf = async (caller: SignedIn | KnownDevice, imei: string): Promise<OwnedDevice> => {
    const device = await store.deviceByImei(imei)
    const isOwn = caller.kind === 'device' ? caller.deviceId === device?.id : caller.user.id === device?.userId
    if (device === null || !isOwn) throw new Problem('FORBIDDEN')
    return device
  }

  const changeDevice = async (
    caller: SignedIn,
    imei: string,
    change: { settings?: WarningSettings; led?: LedSettings },
    version: number,
  ): Promise<DeviceConfig> => {
    const device = await deviceOf(caller, imei)
    const present = await configOf(device)
    const changed = { settings: present.settings, led: present.led, ...change }
    if (!(await store.changeOfDevice(device.id, changed, version, clock.now()))) {
      // Gone meanwhile, or another's, it says so itself.
      await deviceOf(caller, imei)
      throw new Problem('VERSION_CONFLICT')
    }
    return configOf(device)
  }

  return {
    async show(caller: SignedIn, userId: string): Promise<UserSettings> {
      refuseOthers(caller, userId)
      return ofUser(userId)
    },

    async change(caller: SignedIn, userId: string, settings: WarningSettings, version: number): Promise<UserSettings> {
      refuseOthers(caller, userId)
      if (!(await store.changeOfUser(userId, settings, version, clock.now()))) throw new Problem('VERSION_CONFLICT')
      return ofUser(userId)
    },

    /** Back to the delivered state, as a new version: whoever still holds an old one must not overwrite it. */
    async reset(caller: SignedIn, userId: string): Promise<UserSettings> {
      refuseOthers(caller, userId)
      const { version } = await ofUser(userId)
      const done = await store.changeOfUser(userId, deliveredSettings(), version, clock.now())
      if (!done) throw new Problem('VERSION_CONFLICT')
      return ofUser(userId)
    },

    async deviceConfigs(caller: SignedIn, userId: string): Promise<DeviceConfig[]> {
      refuseOthers(caller, userId)
      const configs: DeviceConfig[] = []
      for (const device of await store.devicesOf(userId)) configs.push(await configOf(device))
      return configs
    },

    async deviceConfig(caller: SignedIn | KnownDevice, imei: string): Promise<DeviceConfig> {
      return configOf(await deviceOf(caller, imei))
    },

    changeDeviceConfig: (caller: SignedIn, imei: string, settings: WarningSettings, version: number) =>
      changeDevice(caller, imei, { settings }, version),

    changeLedConfig: (caller: SignedIn, imei: string, led: LedSettings, version: number) =>
      changeDevice(caller, imei, { led }, version),

    async applied(caller: SignedIn | KnownDevice, imei: string, version: number): Promise<DeviceConfig> {
      const device = await deviceOf(caller, imei)
      const noted = await store.noteApplied(device.id, version, clock.now())
      if (!noted && version > 0) {
        throw new Problem('VALIDATION_ERROR', { fields: { version: 'Diese Version gibt es nicht.' } })
      }
      return configOf(device)
    },
  }
}

function refuseOthers(caller: SignedIn, userId: string): void {
  if (caller.user.id !== userId) throw new Problem('FORBIDDEN')
}
