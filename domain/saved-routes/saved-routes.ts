import type { Instant } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { CheckedRoute, RouteClosure, RouteItem, RouteWarning } from '#contract/route-check/route-check.ts'
import { savedRoutesServerLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import { closureInWords } from '#domain/closures/closure-state.ts'
import { addDays } from '#domain/time/days.ts'
import { berlinDay, instantOfWallTime } from '#domain/time/time.ts'
import { isWarning, shownHeadline } from '#domain/weather/weather.ts'

/** When a route is checked again: on the evening before the day of its departure. */
export function eveningBefore(departsAt: Instant): Date {
  const hour = `${savedRoutesServerLimits.eveningHour}`.padStart(2, '0')
  const evening = instantOfWallTime(`${addDays(berlinDay(departsAt), -1)}T${hour}:00`)
  if (evening === null) throw new RangeError('A day without an evening.')
  return new Date(evening)
}

/**
 * What counts as news the evening before, and its name. Not what is over by the morning (jams, accidents), not
 * cameras, which nobody may look at on the way, and not hotspots, which do not come overnight.
 */
const newsNames: Readonly<Partial<Record<PoiType, string>>> = {
  TemporaryRoadwork: 'Tagesbaustelle',
  LongTermRoadwork: 'Dauerbaustelle',
  Obstacle: 'Hindernis',
  Slippery: 'Rutschgefahr',
  ObstructedView: 'Sichtbehinderung',
  User: 'Gefahrenstelle',
}

/** One thing on a route that its rider should know of. */
export interface RouteNews {
  /** The same for the same thing at the next check. */
  key: string
  /** From its beginning; metres along the route. */
  alongMetres: number
  words: string
}

/** What there is to know of a checked route, in the order of the ride; each thing once. */
export function newsOf({
  items,
  warnings,
  closures,
}: Pick<CheckedRoute, 'items' | 'warnings' | 'closures'>): RouteNews[] {
  const all = [...warnings.flatMap(newsOfWarning), ...closures.flatMap(newsOfClosure), ...items.flatMap(newsOfItem)]
  const first = new Map(all.toReversed().map((news) => [news.key, news]))
  return [...first.values()].toSorted((a, b) => a.alongMetres - b.alongMetres)
}

function newsOfItem({ poi, alongMetres, onlyAt }: RouteItem): RouteNews[] {
  const name = newsNames[poi.poiType]
  if (name === undefined || onlyAt !== null) return []
  const { confirmations, note } = poi.details
  // What other users wrote goes into no e-mail.
  const said = confirmations === undefined ? note : null
  const words = [name, poi.street, said].filter((part) => part !== null && part !== undefined)
  return [{ key: `poi ${poi.id}`, alongMetres, words: words.join(', ') }]
}

/** The source replaces a warning several times while the weather comes: its kind, level and day make it another one. */
function newsOfWarning({ warning, ranges }: RouteWarning): RouteNews[] {
  const [range] = ranges
  if (range === undefined) return []
  // The warning that advance information may become is news again.
  const kind = isWarning(warning) ? 'warning' : 'advance'
  const key = `${kind} ${berlinDay(warning.validFrom)} ${warning.warningLevel} ${warning.warningType}`
  return [{ key, alongMetres: range.from, words: shownHeadline(warning) }]
}

/** What is closed at another time only is none. */
function newsOfClosure({ id, name, rules, access, range }: RouteClosure): RouteNews[] {
  if (access === 'open') return []
  const words = ['Für Motorräder', closureInWords(rules)].join(' ')
  const key = `closure ${id} ${access ?? 'sometimes'}`
  return [{ key, alongMetres: range.from, words: [words, name].filter((part) => part !== null).join(', ') }]
}

/** @param known the keys of what the rider has seen. */
export function unknownOf(news: readonly RouteNews[], known: readonly string[]): RouteNews[] {
  const seen = new Set(known)
  return news.filter(({ key }) => !seen.has(key))
}
