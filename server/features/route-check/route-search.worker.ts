/*
 * The thread that searches routes, one after the other: the last one that was begun is the one that is meant. It is ended when
 * the caller has left.
 */
import { parentPort } from 'node:worker_threads'
import type { Poi } from '#contract/pois/pois.ts'
import {
  type FoundOnRoute,
  type MeasuredRoute,
  type RoadText,
  type RouteQuestion,
  type RouteSearch,
  type RouteToSearch,
  searchRoute,
} from '#domain/route-check/route-search.ts'

/** The points of all pieces as numbers in a row, latitude first: twenty thousand objects take too long on their way to a thread. */
export interface RouteInRows {
  corridorMetres: number
  /** How many points each piece has. */
  lengths: number[]
  degrees: Float64Array
}

export type ToSearch =
  | { begin: RouteInRows }
  | { pois: readonly Poi[] }
  | { roads: readonly RoadText[] }
  | { find: RouteQuestion }

export type FromSearch = { measured: MeasuredRoute } | { found: FoundOnRoute }

let search: RouteSearch | null = null

// An error here is thrown where the thread was started.
parentPort?.on('message', (message: ToSearch) => {
  if ('begin' in message) {
    search = searchRoute(routeOf(message.begin))
    answer({ measured: search.measured })
    return
  }
  if (search === null) throw new Error('no route was begun')
  if ('pois' in message) search.addPois(message.pois)
  else if ('roads' in message) search.addRoads(message.roads)
  else {
    answer({ found: search.find(message.find) })
    search = null
  }
})

function routeOf({ corridorMetres, lengths, degrees }: RouteInRows): RouteToSearch {
  let next = 0
  const degree = () => {
    const value = degrees[next]
    if (value === undefined) throw new RangeError('a point is missing')
    next += 1
    return value
  }
  const pieces = lengths.map((length) =>
    Array.from({ length }, () => {
      const latitude = degree()
      return { latitude, longitude: degree() }
    }),
  )
  return { corridorMetres, pieces }
}

function answer(message: FromSearch): void {
  // A port between threads, not between windows: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message)
}
