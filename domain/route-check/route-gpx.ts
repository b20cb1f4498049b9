import type { Place } from '#contract/base/place.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { closureInWords } from '#domain/closures/closure-state.ts'
import { escaped, withoutUnwritable } from '#domain/files/xml-writing.ts'
import { withoutCameras } from '#domain/offline/as-known.ts'
import { germanOClock } from '#domain/time/fix-time.ts'
import { shownHeadline } from '#domain/weather/weather.ts'
import { passedAt } from './departure.ts'
import { legsOf, placeAt } from './route.ts'
import { noteInWords } from '#domain/pois/poi-note.ts'

/** A checked route for a navigation device. */
export interface RouteDocument {
  name: string
  pieces: readonly (readonly Place[])[]
  checked: CheckedRoute
  /** For planning only: § 23 (1c) StVO forbids to be shown them while driving. */
  withCameras: boolean
  /** What an entry is called. */
  nameOf(item: CheckedRoute['items'][number]): string
  /** What a closed road is called. */
  nameOfClosure(name: string | null): string
}

/** GPX 1.1: the warnings, closed roads and what lies on the route as waypoints, in the order of the ride, and the line as a track. */
export function routeGpx({ name, pieces, checked, withCameras, nameOf, nameOfClosure }: RouteDocument): string {
  const { items, warnings, closures, ride } = withCameras ? checked : withoutCameras(checked)
  const legs = legsOf(pieces)
  const timeAt = (metres: number) => (ride === null ? null : passedAt(ride.departure, metres))
  const waypoints = [
    ...warnings.flatMap(({ warning, ranges }) =>
      ranges.map(({ from }) => ({
        alongMetres: from,
        place: placeAt(legs, from),
        name: shownHeadline(warning),
        description: warning.description,
        source: warning.attribution,
      })),
    ),
    ...closures
      .filter(({ access }) => access !== 'open')
      .map(({ name: road, rules, attribution, range: { from } }) => ({
        alongMetres: from,
        place: placeAt(legs, from),
        name: nameOfClosure(road),
        description: closureInWords(rules),
        source: attribution,
      })),
    ...items
      .filter(({ onlyAt }) => onlyAt === null)
      .map((item) => ({
        alongMetres: item.alongMetres,
        place: item.poi,
        name: nameOf(item),
        description: noteInWords(item.poi) ?? '',
        source: item.poi.details.attribution,
      })),
  ].toSorted((a, b) => a.alongMetres - b.alongMetres)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="Wegwarte" xmlns="http://www.topografix.com/GPX/1/1">\n',
    ...waypoints.map((waypoint) => waypointOf({ ...waypoint, at: timeAt(waypoint.alongMetres) })),
    `<trk>${element('name', name)}`,
    ...pieces.map((piece) => `<trkseg>${piece.map((place) => `<trkpt ${coordinatesOf(place)}/>`).join('')}</trkseg>`),
    '</trk>\n</gpx>\n',
  ].join('')
}

interface Waypoint {
  place: Place
  at: Date | null
  name: string
  description: string
  source: string
}

/** The schema orders its elements. Its time is not that of passing: that is said in the comment. */
function waypointOf({ place, at, name, description, source }: Waypoint): string {
  const comment = at === null ? '' : element('cmt', `gegen ${germanOClock(at)}`)
  const about = description === '' ? '' : element('desc', description)
  return `<wpt ${coordinatesOf(place)}>${element('name', name)}${comment}${about}${element('src', source)}</wpt>\n`
}

function element(tag: string, text: string): string {
  return `<${tag}>${escaped(withoutUnwritable(text))}</${tag}>`
}

/** Without exponents; the schema knows no 180 degrees east. */
function coordinatesOf({ latitude, longitude }: Place): string {
  const east = longitude.toFixed(6)
  return `lat="${latitude.toFixed(6)}" lon="${east === '180.000000' ? '-180.000000' : east}"`
}
