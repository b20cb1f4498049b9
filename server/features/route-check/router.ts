import * as z from 'zod'
import type { Place } from '#contract/place.ts'
import { routeCheckLimits, routeCheckServerLimits } from '#contract/route-check-limits.ts'
import type { DrawnRoads, StraightReason } from '#contract/route-check.ts'
import { lineOfText, textOfLine } from '#domain/geo/line-text.ts'
import { leadsThrough } from '#domain/route-check/drawn-roads.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import type { RouterAddress, RouterDialect } from '#server/config.ts'

/** Finds the roads between the points of a route that is drawn. Never throws. */
export type Router = (points: DrawnPoints, hasLeft: AbortSignal) => Promise<DrawnRoads>

interface Parts {
  timeoutMs: number
  /** Why there is no line, for the log: never an address with places in it, nor what the router wrote. */
  onFailure(reason: StraightReason, cause: string): void
}

/** The operator's own router (setting ROUTER_URL). It learns the points, and nothing else. */
export function createRouter({ dialect, url }: RouterAddress, { timeoutMs, onFailure }: Parts): Router {
  const { request, lineIn, knowsNoWay } = dialects[dialect]
  return async (points, hasLeft) => {
    const straight = (reason: StraightReason, cause: string): DrawnRoads => {
      // Who draws on takes the question back.
      if (!hasLeft.aborted) onFailure(reason, cause)
      return { straight: reason }
    }
    const answer = await ask(request(url, points), AbortSignal.any([AbortSignal.timeout(timeoutMs), hasLeft]))
    if ('failure' in answer) return straight('no-answer', answer.failure)
    const { status, body } = answer
    if (body !== null && knowsNoWay(body)) return { straight: 'no-way' }
    if (status !== 200) return straight('no-answer', `status ${status}`)
    const line = body === null ? null : lineIn(body, points.length)
    if (line === null) return straight('unusable', body === null ? 'no JSON, or too long' : 'no line')
    if (!leadsThrough(line, points)) return straight('unusable', 'not a way through the points')
    return { line: textOfLine(line) }
  }
}

interface Dialect {
  request(url: string, points: DrawnPoints): Request
  /** Null if there is none through so many points. */
  lineIn(body: unknown, points: number): Place[] | null
  /** Whether it says that there is no road. */
  knowsNoWay(body: unknown): boolean
}

/** A place as GeoJSON writes it; a height may follow. */
const position = z.tuple([z.number(), z.number()], z.number())
const osrmRoute = z.object({
  routes: z.tuple(
    [z.object({ geometry: z.object({ coordinates: z.array(position).max(routeCheckLimits.roadPlaces) }) })],
    z.unknown(),
  ),
})
const osrmNoWay = z.object({ code: z.enum(['NoRoute', 'NoSegment']) })

const valhallaRoute = z.object({
  trip: z.object({ legs: z.array(z.object({ shape: z.string() })).max(routeCheckLimits.drawnPoints) }),
})
/** Points apart from each other or from all roads, and no path (https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/). */
const valhallaNoWay = z.object({ error_code: z.literal([170, 171, 442]) })
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
    // Its message has the address, and so the points.
    const name = error instanceof Error ? error.name : typeof error
    return { failure: name === 'TimeoutError' ? 'too slow' : name }
  }
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
