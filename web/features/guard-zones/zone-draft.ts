import {
  type GuardZone,
  type GuardZoneEntry,
  guardZoneEntry,
  type ZoneSchedule,
} from '#contract/guard-zones/guard-zones.ts'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import { type CircleDraft, circleDraftOf, zoneEntryOf } from '#web/shared/zones/zone-draft.ts'
import { guardZonesTexts } from './texts.ts'

/** A zone while its owner enters it. */
export interface ZoneDraft extends CircleDraft, Pick<GuardZoneEntry, 'sharpness'> {
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
  const { sharpness, schedule } = zone ?? presets.home
  const circle = circleDraftOf(zone, guardZonesLimits.startRadiusMetres)
  return { ...circle, sharpness, hasSchedule: schedule !== null, schedule: schedule ?? night }
}

/** What is sent, or what is missing, by field. */
export function entryOf({ hasSchedule, schedule, ...draft }: ZoneDraft) {
  const entered = { ...draft, schedule: hasSchedule ? schedule : null }
  return zoneEntryOf(guardZoneEntry, entered)
}
