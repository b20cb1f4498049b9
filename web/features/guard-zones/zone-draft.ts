import {
  type GuardZone,
  type GuardZoneEntry,
  guardZoneEntry,
  type ZoneSchedule,
} from '#contract/guard-zones/guard-zones.ts'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { guardZonesTexts } from './texts.ts'
import { circleTexts } from '#web/texts/circle.ts'

/** A zone while its owner enters it. */
export interface ZoneDraft extends Omit<GuardZoneEntry, 'latitude' | 'longitude' | 'schedule'> {
  place: Place | null
  /** What is entered for a schedule is kept while the zone holds always. */
  hasSchedule: boolean
  schedule: ZoneSchedule
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]
const night: ZoneSchedule = { weekdays: everyDay, from: '22:00', to: '06:00' }
const workingHours: ZoneSchedule = { weekdays: workdays, from: '07:00', to: '18:00' }

/** What is made in one tap, but for its place. */
export const presets = {
  home: { name: guardZonesTexts.presets.home.name, sharpness: 'SHARPER', schedule: night },
  work: { name: guardZonesTexts.presets.work.name, sharpness: 'QUIETER', schedule: workingHours },
} as const satisfies Record<string, Pick<GuardZoneEntry, 'name' | 'sharpness' | 'schedule'>>

export function draftOf(zone: GuardZone | null): ZoneDraft {
  const { startRadiusMetres: radiusMetres } = guardZonesLimits
  if (zone === null) {
    return { name: '', place: null, radiusMetres, sharpness: 'SHARPER', hasSchedule: true, schedule: night }
  }
  const { name, latitude, longitude, sharpness, schedule } = zone
  const place = { latitude, longitude }
  const kept = { hasSchedule: schedule !== null, schedule: schedule ?? night }
  return { name, place, radiusMetres: zone.radiusMetres, sharpness, ...kept }
}

export type ZoneField = 'name' | 'place' | 'weekdays' | 'from' | 'to'
export type ZoneMistakes = Partial<Record<ZoneField, string>>

/** Where the other fields are checked before a place is chosen. */
const nowhere: Place = { latitude: 0, longitude: 0 }

/** What is sent, or what is missing, by field. */
export function entryOf(draft: ZoneDraft): GuardZoneEntry | { mistakes: ZoneMistakes } {
  const { name, place, radiusMetres, sharpness, hasSchedule } = draft
  const schedule = hasSchedule ? draft.schedule : null
  const parsed = guardZoneEntry.safeParse({ name, ...(place ?? nowhere), radiusMetres, sharpness, schedule })
  const said = parsed.error?.issues.map(({ path, message }) => [fieldOf(path), message] as const) ?? []
  const mistakes: ZoneMistakes = Object.fromEntries(said.toReversed())
  if (place === null) return { mistakes: { ...mistakes, place: circleTexts.missing } }
  return parsed.success ? parsed.data : { mistakes }
}

/** `weekdays.0` belongs to the weekdays, `schedule.to` to the time. */
function fieldOf([first, second]: readonly PropertyKey[]): string {
  return String(first === 'schedule' ? second : first)
}
