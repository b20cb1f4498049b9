import type { Poi } from '#contract/pois/pois.ts'
import type { Departure, RouteItem } from '#contract/route-check/route-check.ts'
import { mergePois, reachMetres } from '#domain/pois/same-things.ts'
import { passedAt } from './departure.ts'
import type { Passing } from './passes.ts'
import { isOverAt } from './route-at-its-time.ts'

interface Wanted {
  corridorMetres: number
  /** Of POIs that nobody wants to see. */
  hiddenIds: ReadonlySet<string>
  departure: Departure | undefined
  /** How many items are wanted, the first of the route. */
  most: number
}

interface ItemsAlong {
  /** In the order of the ride. */
  items: RouteItem[]
  /** Whether there are more. */
  truncated: boolean
  /** How many are over when the ride passes. */
  over: number
}

/** What a route passes. A line that goes to and fro passes a place thousands of times: no more is kept than is wanted. */
export function itemsAlong(
  passing: Passing,
  pois: readonly Poi[],
  { corridorMetres, hiddenIds, departure, most }: Wanted,
): ItemsAlong {
  // Also a little beyond the corridor: a POI of another source there may be the same thing.
  const near = pois.filter((poi) => passing.comesWithin(poi, corridorMetres + reachMetres(poi.poiType)))
  // Of those that are passed at the same metre the ids decide, not the order in which they were read.
  const inOrder = near.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const kept = firstAlong(most)
  let over = 0
  // Merged once for the whole route: at the end of a box, only one of two equal POIs may be known.
  for (const poi of mergePois(inOrder)) {
    if (hiddenIds.has(poi.id)) continue
    passing.eachPass(poi, corridorMetres, poi.details.direction, (pass) => {
      if (departure !== undefined && isOverAt(poi, passedAt(departure, pass.alongMetres))) over += 1
      else kept.add({ ...pass, because: [], onlyAt: null, poi })
    })
  }
  const { items, count } = kept.all()
  return { items, truncated: count > most, over }
}

/** Keeps the first of a route, in whatever order they come. */
function firstAlong(most: number) {
  let items: RouteItem[] = []
  let count = 0
  /** What comes later is not among the first. */
  let latest = Infinity
  const cut = () => {
    items = items.toSorted((one, other) => one.alongMetres - other.alongMetres).slice(0, most)
    latest = items.length < most ? Infinity : (items.at(-1)?.alongMetres ?? Infinity)
  }
  return {
    add(item: RouteItem): void {
      count += 1
      if (item.alongMetres >= latest) return
      items.push(item)
      if (items.length >= 4 * most) cut()
    },
    all() {
      cut()
      return { items, count }
    },
  }
}
