import type { RouteItem } from '#contract/route-check/route-check.ts'

type Poi = RouteItem['poi']

interface Passed extends Partial<Omit<RouteItem, 'poi'>> {
  alongMetres: number
  poi: Pick<Poi, 'id' | 'poiType'> & Partial<Omit<Poi, 'details'>>
  details?: Partial<Poi['details']>
}

const at = '2026-01-01T00:00:00Z'

/** A POI that a route passes, in the middle of its road; facts that are left out are unknown. */
export function passedItem({ poi, details, ...passed }: Passed): RouteItem {
  return {
    distanceMetres: 0,
    side: 'on',
    direction: 'unknown',
    because: [],
    onlyAt: null,
    ...passed,
    poi: {
      latitude: 49,
      longitude: 8.4,
      street: null,
      postcode: null,
      city: null,
      speed: null,
      createdAt: at,
      updatedAt: at,
      ...poi,
      details: { source: 't', attribution: '© t', fetchedAt: at, ...details },
    },
  }
}
