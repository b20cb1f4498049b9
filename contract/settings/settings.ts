import * as z from 'zod/mini'
import { changesSomething } from '#contract/base/change.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { imei, userId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { poiCategories, poiType, poiTypes } from '#contract/pois/pois.ts'
import { warningDistanceLimits } from './warning-distance-limits.ts'

const { leastMetres, mostMetres, leastSeconds, mostSeconds } = warningDistanceLimits

/** How one category warns. */
export const categorySettings = z.object({
  enabled: z.boolean(),
  /** Types of the category that are switched off. */
  disabledTypes: z.array(poiType).check(z.maxLength(poiTypes.length)),
  /** How far ahead: by distance, or by the time left at the present speed. */
  measure: z.enum(['metres', 'seconds']),
  metres: z
    .number('Bitte geben Sie eine Entfernung an.')
    .check(z.int(), z.gte(leastMetres, `Mindestens ${leastMetres} m`), z.lte(mostMetres, `Höchstens ${mostMetres} m`)),
  seconds: z
    .number('Bitte geben Sie eine Zeit an.')
    .check(
      z.int(),
      z.gte(leastSeconds, `Mindestens ${leastSeconds} s`),
      z.lte(mostSeconds, `Höchstens ${mostSeconds} s`),
    ),
  acoustic: z.boolean(),
  visual: z.boolean(),
})
export type CategorySettings = z.output<typeof categorySettings>

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Bitte geben Sie eine Uhrzeit wie 22:00 an.'))

/** Local time (Europe/Berlin); `from` after `to` means over midnight. Only sounds are silenced: visual signals stay. */
const quietHours = z.object({ enabled: z.boolean(), from: timeOfDay, to: timeOfDay })

/** What warns, how and when. Stored for the user, and separately for each device once it is changed there. */
export const warningSettings = z.object({
  categories: z.record(z.enum(poiCategories), categorySettings),
  quietHours,
})
export type WarningSettings = z.output<typeof warningSettings>

/** Absent: as it was, at every depth. */
const warningSettingsChange = z
  .object({
    categories: z.optional(z.partialRecord(z.enum(poiCategories), z.partial(categorySettings))),
    quietHours: z.optional(z.partial(quietHours)),
  })
  .check(changesSomething)
export type WarningSettingsChange = z.output<typeof warningSettingsChange>

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Bitte geben Sie eine Farbe wie #3f4fb5 an.'))

/** Percent. */
const brightness = z.number('Bitte geben Sie eine Helligkeit an.').check(z.int(), z.gte(0), z.lte(100))

export const ledSettings = z.object({
  brightness,
  colours: z.record(z.enum(poiCategories), colour),
})
export type LedSettings = z.output<typeof ledSettings>

/** Absent: as it was, each colour by itself. */
const ledSettingsChange = z
  .object({
    brightness: z.optional(brightness),
    colours: z.optional(z.partialRecord(z.enum(poiCategories), colour)),
  })
  .check(changesSomething)
export type LedSettingsChange = z.output<typeof ledSettingsChange>

const versioned = { version: z.number().check(z.int(), z.gte(0)), updatedAt: z.nullable(instant) }

export const userSettings = z.object({ settings: warningSettings, ...versioned }).check(z.meta({ id: 'UserSettings' }))
export type UserSettings = z.output<typeof userSettings>

/** What the owner wants of a device, and what the device last said it uses. */
export const deviceConfig = z
  .object({
    imei: z.string(),
    settings: warningSettings,
    led: ledSettings,
    ...versioned,
    appliedVersion: z.nullable(z.number()),
    appliedAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'DeviceConfig' }))
export type DeviceConfig = z.output<typeof deviceConfig>

export const ledConfig = z
  .object({ imei: z.string(), led: ledSettings, ...versioned })
  .check(z.meta({ id: 'LedConfig' }))

const ofUser = z.object({ id: userId })
const ofDevice = z.object({ imei })
/** Below the greatest integer of the database, so that the next version fits, too. */
const version = z.number().check(z.int(), z.gte(0), z.lt(2 ** 31 - 1))

export const settings = {
  show: endpoint('GET', '/api/user/:id/settings', {
    access: 'owner',
    owns: { account: 'id' },
    limit: manyReads,
    summary: 'Die eigenen Warneinstellungen.',
    params: ofUser,
    reply: userSettings,
  }),
  change: endpoint('PUT', '/api/user/:id/settings', {
    access: 'owner',
    owns: { account: 'id' },
    limit: manyChanges,
    summary: 'Die eigenen Warneinstellungen ändern; was fehlt, bleibt. Eine ältere Version wird mit 409 abgelehnt.',
    params: ofUser,
    body: z.object({ settings: warningSettingsChange, version }),
    reply: userSettings,
    problems: ['VERSION_CONFLICT'],
  }),
  reset: endpoint('POST', '/api/user/:id/settings/reset', {
    access: 'owner',
    owns: { account: 'id' },
    limit: manyChanges,
    summary: 'Die eigenen Warneinstellungen auf den Auslieferungszustand setzen.',
    params: ofUser,
    reply: userSettings,
  }),
  deviceConfigs: endpoint('GET', '/api/device-config/user/:id/devices', {
    access: 'owner',
    owns: { account: 'id' },
    limit: manyReads,
    summary: 'Die Konfigurationen aller eigenen Geräte.',
    params: ofUser,
    reply: z.array(deviceConfig),
  }),
  deviceConfig: endpoint('GET', '/api/device-config', {
    access: 'owner',
    owns: { imei: 'imei' },
    limit: manyReads,
    summary: 'Die Konfiguration eines eigenen Geräts: gewünscht und vom Gerät übernommen.',
    query: ofDevice,
    reply: deviceConfig,
  }),
  changeDeviceConfig: endpoint('PUT', '/api/device-config', {
    access: 'owner',
    owns: { imei: 'imei' },
    limit: manyChanges,
    summary:
      'Die Konfiguration eines eigenen Geräts ändern; was fehlt, bleibt. Eine ältere Version wird mit 409 abgelehnt.',
    query: ofDevice,
    body: z.object({ settings: warningSettingsChange, version }),
    reply: deviceConfig,
    problems: ['VERSION_CONFLICT'],
  }),
  ledConfig: endpoint('GET', '/api/devices/led-config', {
    access: 'owner',
    owns: { imei: 'imei' },
    limit: manyReads,
    summary: 'Farben und Helligkeit der Leuchten eines eigenen Geräts.',
    query: ofDevice,
    reply: ledConfig,
  }),
  changeLedConfig: endpoint('PUT', '/api/devices/led-config', {
    access: 'owner',
    owns: { imei: 'imei' },
    limit: manyChanges,
    summary:
      'Farben und Helligkeit der Leuchten ändern; was fehlt, bleibt. Eine ältere Version wird mit 409 abgelehnt.',
    query: ofDevice,
    body: z.object({ led: ledSettingsChange, version }),
    reply: ledConfig,
    problems: ['VERSION_CONFLICT'],
  }),
  configuration: endpoint('GET', '/api/configuration', {
    access: 'device',
    owns: { imei: 'imei' },
    limit: manyReads,
    summary: 'Was ein Gerät übernehmen soll; für das Gerät selbst (x-device-key) oder seinen Besitzer.',
    query: ofDevice,
    reply: deviceConfig,
  }),
  applied: endpoint('POST', '/api/configuration/applied', {
    access: 'device',
    owns: { imei: 'imei' },
    limit: manyChanges,
    summary: 'Ein Gerät meldet, welche Version es übernommen hat.',
    body: z.object({ imei, version }),
    reply: deviceConfig,
  }),
}
