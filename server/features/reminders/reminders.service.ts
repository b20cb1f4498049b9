import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { Place } from '#contract/base/place.ts'
import { isBlind } from '#domain/reminders/blindness.ts'
import { openPauseOccasion } from '#domain/reminders/open-pause.ts'
import { dueDates } from '#domain/reminders/vehicle-dates.ts'
import { warningsToTell, weatherOccasion } from '#domain/reminders/weather.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { DueRemindersStore, WarningAtDevice } from './due-reminders.store.ts'
import type { ReminderContent } from './reminder-texts.ts'
import type { RemindedDevice, ReminderKey } from './reminders.store.ts'

export type RemindersService = ReturnType<typeof createRemindersService>

interface Parts {
  due: DueRemindersStore
  /** Those of the devices whose vehicles stand. */
  parked: (deviceIds: readonly string[]) => Promise<ReadonlyMap<string, Place>>
  shopUrls: Record<LicenceType, string>
}

/** What is to be told, and whether what was raised is still true when it is sent. */
export function createRemindersService({ due, parked, shopUrls }: Parts) {
  const dates = async (now: Date): Promise<void> => {
    const today = berlinDay(now.toISOString())
    for (const device of await due.dated()) {
      for (const { kind, occasion } of dueDates(device.dates, today)) {
        await due.raise({ deviceId: device.deviceId, kind, at: now }, (told) =>
          told.includes(occasion) ? [] : [occasion],
        )
      }
    }
  }

  const openPauses = async (now: Date): Promise<void> => {
    for (const { deviceId, since } of await due.openPauses(now)) {
      const occasion = openPauseOccasion(since, now)
      if (occasion === null) continue
      await due.raise({ deviceId, kind: 'PAUSED', at: now }, (told) => (told.includes(occasion) ? [] : [occasion]))
    }
  }

  const blindness = async (now: Date): Promise<void> => {
    for (const blind of await due.blind(now)) {
      if (!isBlind(blind, now)) continue
      const since = blind.since.toISOString()
      // Told since: positions are forgotten, and then it begins with the guard.
      await due.raise({ deviceId: blind.deviceId, kind: 'BLIND', at: now }, (told) =>
        told.some((occasion) => occasion >= since) ? [] : [now.toISOString()],
      )
    }
  }

  const weather = async (now: Date): Promise<void> => {
    const severe = Map.groupBy(await due.severeWeather(now), ({ deviceId }) => deviceId)
    if (severe.size === 0) return
    const standing = await parked([...severe.keys()])
    for (const [deviceId, warnings] of severe) {
      if (!standing.has(deviceId)) continue
      await due.raise({ deviceId, kind: 'WEATHER', at: now }, (told) =>
        warningsToTell(warnings, told).map(weatherOccasion),
      )
    }
  }

  const warningOf = async ({ deviceId, occasion }: ReminderKey, now: Date): Promise<WarningAtDevice | null> => {
    const warnings = await due.severeWeather(now, deviceId)
    return warnings.find((warning) => weatherOccasion(warning) === occasion) ?? null
  }

  return {
    /** What can wait for the day. */
    async raiseByDay(now: Date): Promise<void> {
      await dates(now)
      await openPauses(now)
      await blindness(now)
    },

    raiseAtOnce: weather,

    /** Null if it has become untrue. */
    async content(reminder: ReminderKey, device: RemindedDevice, now: Date): Promise<ReminderContent | null> {
      const { deviceId, kind, occasion } = reminder
      switch (kind) {
        case 'LICENCE': {
          const { deviceName, lastActiveAt, licenceEndedAt, mode, licenceType } = device
          if (licenceEndedAt === null) return null
          const recording = { deviceId, deviceName, mode, lastActiveAt, endedAt: licenceEndedAt }
          return { kind, recording, shopUrl: licenceType === null ? null : shopUrls[licenceType] }
        }
        case 'CONSENT':
          return device.isGuarded ? null : { kind, isByOwner: (await due.lastConsentBy(deviceId)) !== 'product' }
        case 'PAUSED': {
          const [paused] = await due.openPauses(now, deviceId)
          // Paused again meanwhile: that has its own time.
          return paused !== undefined && openPauseOccasion(paused.since, now) === occasion ? { kind, paused } : null
        }
        case 'BLIND': {
          const [blind] = await due.blind(now, deviceId)
          return blind === undefined ? null : { kind, blind }
        }
        case 'WEATHER': {
          const warning = await warningOf(reminder, now)
          return warning && { kind, warning }
        }
        case 'SEASON':
        case 'INSPECTION': {
          if (device.dates === null) return null
          const today = dueDates(device.dates, berlinDay(now.toISOString()))
          return today.find((one) => one.kind === kind && one.occasion === occasion) ?? null
        }
      }
    },
  }
}
