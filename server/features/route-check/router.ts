import * as z from 'zod'
import type { Place } from '#contract/base/place.ts'
import { routeCheckLimits, routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import type { DrawnRoads, StraightReason } from '#contract/route-check/route-check.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { lineOfText, textOfLine } from '#domain/geo/line-text.ts'
import { leadsThrough } from '#domain/route-check/drawn-roads.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import type { RouterAddress, RouterDialect } from '#server/setting-kinds.ts'

const { valhallaPlaces, valhallaMetres } = routeCheckServerLimits

/** Finds the roads between the points of a route that is drawn. Never throws. */
export type Router = (points: DrawnPoints, hasLeft: AbortSignal) => Promise<DrawnRoads>

interface Parts {
  timeoutMs: number
  /** Why there is no line, for the log: never an address with places in it, nor what the router wrote. */
  onFailure(reason: StraightReason, cause: string): void
}

/** The operator's own router (setting ROUTER_URL). It learns the points, and nothing else. */
export function createRouter({ dialect, url }: RouterAddress, { timeoutMs, onFailure }: Parts): Router {
  const { request, lineIn, knowsNoWay, exceededLimit, takes } = dialects[dialect]
  return async (points, hasLeft) => {
    const straight = (reason: StraightReason, cause: string): DrawnRoads => {
      // Who draws on takes the question back.
      if (!hasLeft.aborted) onFailure(reason, cause)
      return { straight: reason }
    }
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), hasLeft])
    const line: Place[] = []
    for (const portion of portionsOf(points, takes)) {
      const answer = await ask(request(url, portion), signal)
      if ('failure' in answer) return straight('no-answer', answer.failure)
      const { status, body } = answer
      if (body !== null && knowsNoWay(body)) return { straight: 'no-way' }
      const limit = body === null ? null : exceededLimit(body)
      if (limit !== null) return straight('too-far', `limit ${limit}`)
      if (status !== 200) return straight('no-answer', `status ${status}`)
      const part = body === null ? null : lineIn(body, portion.length)
      if (part === null) return straight('unusable', body === null ? 'no JSON, or too long' : 'no line')
      line.push(...part)
    }
    if (!leadsThrough(line, points)) return straight('unusable', 'not a way through the points')
    return { line: textOfLine(line) }
  }
}

interface Portion {
  places: number
  /** In straight lines. */
  metres: number
}

/** Parts of a route as large as a router takes, each from the point where the one before ends. */
function portionsOf(points: DrawnPoints, { places, metres }: Portion): DrawnPoints[] {
  const portions: Place[][] = []
  let gone = 0
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (before === undefined) continue
    const leg = distanceMetres(before, point)
    const current = portions.at(-1)
    if (current !== undefined && current.length < places && gone + leg <= metres) {
      current.push(point)
      gone += leg
    } else {
      portions.push([before, point])
      gone = leg
    }
  }
  return portions
}

interface Dialect {
  request(url: string, points: DrawnPoints): Request
  /** Null if there is none through so many points. */
  lineIn(body: unknown, points: number): Place[] | null
  /** Whether it says that there is no road. */
  knowsNoWay(body: unknown): boolean
  /** Its code for what was asked beyond its limits; null: it does not say that. */
  exceededLimit(body: unknown): string | null
  /** How much of a route it takes at a time. */
  takes: Portion
}

/** A place as GeoJSON writes it; a height may follow. */
const position = z.tuple([z.number(), z.number()], z.number())
const osrmRoute = z.object({
  routes: z.tuple(
    [z.object({ geometry: z.object({ coordinates: z.array(position).max(routeCheckLimits.roadPlaces) }) })],
    z.unknown(),
  ),
})
const osrmLimit = z.object({ code: z.literal('TooBig') })
const osrmNoWay = z.object({ code: z.enum(['NoRoute', 'NoSegment']) })

const valhallaRoute = z.object({
  trip: z.object({ legs: z.array(z.object({ shape: z.string() })).max(routeCheckLimits.drawnPoints) }),
})
/** Points apart from each other or from all roads, and no path (https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/). */
const valhallaNoWay = z.object({ error_code: z.literal([170, 171, 442]) })
/** Too many places, and too far (the same page). */
const valhallaLimit = z.object({ error_code: z.literal([150, 154]) })
const valhallaStepsPerDegree = 1_000_000

const dialects: Record<RouterDialect, Dialect> = {
  // https://project-osrm.org/docs/v5.24.0/api/#route-service
  osrm: {
    request: (url, points) => {
      // Never as 1e-7.
      const places = points.map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`).join(';')
      return new Request(`${url}/route/v1/driving/${places}?overview=full&geometries=geojson`)
    },
    lineIn: (body) =>
      osrmRoute
        .safeParse(body)
        .data?.routes[0].geometry.coordinates.map(([longitude, latitude]) => ({ latitude, longitude })) ?? null,
    knowsNoWay: (body) => osrmNoWay.safeParse(body).success,
    exceededLimit: (body) => osrmLimit.safeParse(body).data?.code ?? null,
    // As it comes, 500 places of any distance.
    takes: { places: Infinity, metres: Infinity },
  },
  // https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/
  valhalla: {
    request: (url, points) =>
      new Request(`${url}/route`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          locations: points.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
          costing: 'motorcycle',
          directions_type: 'none',
        }),
      }),
    lineIn: (body, points) => {
      const legs = valhallaRoute
        .safeParse(body)
        .data?.trip.legs.map(({ shape }) => lineOfText(shape, valhallaStepsPerDegree))
      // Without one leg there would be a gap.
      return legs?.length !== points - 1 || legs.some((leg) => leg.length === 0) ? null : legs.flat()
    },
    knowsNoWay: (body) => valhallaNoWay.safeParse(body).success,
    exceededLimit: (body) => valhallaLimit.safeParse(body).data?.error_code.toString() ?? null,
    takes: { places: valhallaPlaces, metres: valhallaMetres },
  },
}

/** The answer and its JSON, null where it has none or is too long. A redirect is none: the points go to nobody else. */
async function ask(
  request: Request,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown } | { failure: string }> {
  try {
    const response = await fetch(request, { signal, redirect: 'manual' })
    const text = await textOf(response)
    return { status: response.status, body: text === null ? null : jsonOf(text) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Never its message, which has the address, and so the points. What the network says is in the cause of what `fetch` throws. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if (error.name === 'TimeoutError') return 'too slow'
  return z.object({ code: z.string().regex(/^\w+$/) }).safeParse(error.cause).data?.code ?? error.name
}

/** Null if it is too long; the rest of it is not read. */
async function textOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > routeCheckServerLimits.routerBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
