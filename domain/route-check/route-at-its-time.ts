import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Poi, PoiType } from '#contract/pois/pois.ts'
import type { Departure, HotspotCondition, RouteItem, RouteWarning } from '#contract/route-check/route-check.ts'
import { holdsAt } from '#domain/closures/condition-at.ts'
import { conditionInWords } from '#domain/closures/condition-words.ts'
import { conditionsIn } from '#domain/hotspots/hotspot-record.ts'
import { isWeekend } from '#domain/time/time.ts'
import { isWarning } from '#domain/weather/weather.ts'
import { passedAt, passedWhile } from './departure.ts'
import { lightAt } from './ride-light.ts'
import { workHoursIn } from './work-hours.ts'

/** The warnings that hold where and when a ride passes, each with the parts of the route on which it does. */
export function warningsOnRide(warnings: readonly RouteWarning[], departure: Departure): RouteWarning[] {
  return warnings.flatMap(({ warning, ranges }) => {
    const { validFrom: from, validUntil: until } = warning
    const passed = ranges.flatMap((range) => passedWhile(departure, range, { from, until }) ?? [])
    return passed.length === 0 ? [] : [{ warning, ranges: passed }]
  })
}

/** What is still there when a ride passes, road works of other hours marked; hotspots with those conditions of their accidents that hold then. */
export function itemsOnRide(
  items: readonly RouteItem[],
  warnings: readonly RouteWarning[],
  departure: Departure,
): RouteItem[] {
  return items.flatMap((item) => {
    const at = passedAt(departure, item.alongMetres)
    if (isOverAt(item.poi, at)) return []
    if (item.poi.poiType !== 'AccidentHotspotMoto') return [{ ...item, onlyAt: otherHoursOf(item, at) }]
    const conditions = conditionsIn(item.poi.details.note ?? '')
    return [{ ...item, because: conditions.filter((condition) => holds(condition, item, at, warnings)) }]
  })
}

/** Whether a place is over when the ride passes. */
export function isOverAt({ details: { expiresAt } }: Poi, at: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= at.getTime()
}

/** The hours of road works that are not there at a time, in words; null: they are, or nobody knows. */
function otherHoursOf({ poi: { poiType, details } }: RouteItem, at: Date): string | null {
  const note = details.note ?? ''
  // Where a note is cut off, what it says of the hours may be, too.
  if (!works.includes(poiType) || note.length >= feedsServerLimits.noteLength) return null
  const hours = workHoursIn(note)
  return hours !== null && holdsAt(hours, at) === false ? conditionInWords(hours) : null
}

const works: readonly PoiType[] = ['TemporaryRoadwork', 'LongTermRoadwork']

function holds(
  condition: HotspotCondition,
  { alongMetres, poi }: RouteItem,
  at: Date,
  warnings: readonly RouteWarning[],
): boolean {
  if (condition === 'weekend') return isWeekend(at)
  if (condition === 'dusk' || condition === 'dark') return lightAt(poi, at) === condition
  return warnings.some(
    ({ warning, ranges }) =>
      isWarning(warning) &&
      weatherThatMakes[condition].test(warning.warningType) &&
      ranges.some(({ from, to }) => from - nearMetres <= alongMetres && alongMetres <= to + nearMetres),
  )
}

/** In the weather service's names of its warnings. */
const weatherThatMakes = { wet: /REGEN|GEWITTER|TAUWETTER/i, icy: /GLÄTTE|GLATTEIS|SCHNEE|FROST/i }

/** Parts of the route inside an area are known to half a kilometre at least, on the longest routes. */
const nearMetres = 500
