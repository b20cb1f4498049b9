import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { passedItem } from '#domain/testing/route-items.ts'
import type { RouteCheckService } from './route-check.service.ts'
import { registerRouteCheckRoutes } from './route-check.routes.ts'
import { createRouteThreads } from './route-threads.ts'
import type { Router } from './router.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'

const answer = { lengthMetres: 1, items: [], truncated: false, warnings: [], closures: [], ride: null, sources: [] }

/** As many points as a call accepts, each with all of its decimals. */
const line = Array.from({ length: routeCheckLimits.points }, (_, index) => ({
  latitude: 49 + index / 1_000_000 + 0.000_000_123_456_7,
  longitude: 8.123_456_789_012 + index / 1_000_000,
}))

let app: Awaited<ReturnType<typeof startTestApi>>
afterEach(() => app.close())

/** The answer to a body, and the points of the routes that were checked. */
async function post(payload: string) {
  const checked: number[] = []
  const service: RouteCheckService = {
    check: async (_userId, { pieces }) => {
      checked.push(pieces.flat().length)
      return answer
    },
  }
  app = await startTestApi((api) => registerRouteCheckRoutes(api, { real: service, demo: service }, null, noPlaceNames))
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/route-check',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    payload,
  })
  return { status: statusCode, body, checked }
}

const routeOf = (...pieces: unknown[]) => JSON.stringify({ pieces, corridorMetres: 100 })

test('a route of as many points as are possible is checked', async () => {
  expect(await post(routeOf(line))).toMatchObject({ status: 200, checked: [routeCheckLimits.points] })
})

test('a route of twice as many is too large', async () => {
  const { status, body, checked } = await post(routeOf(line, line))
  expect([status, checked]).toEqual([413, []])
  expect(body).toMatch(/Bitte /)
})

describe('a long route with one broken point is refused in words, and not checked', () => {
  test.each([
    // JSON knows no NaN: JavaScript writes null.
    ['NaN', JSON.stringify(NaN), 'Bitte geben Sie eine geografische Breite an.'],
    ['a text', '"NaN"', 'Bitte geben Sie eine geografische Breite an.'],
    ['nothing', 'null', 'Bitte geben Sie eine geografische Breite an.'],
    ['infinity', '1e999', 'Bitte geben Sie eine geografische Breite an.'],
    ['a latitude beyond the pole', '91', 'Die Breite liegt zwischen -90 und 90 Grad.'],
  ])('%s', async (_name, latitude, words) => {
    const broken = { latitude: 'here', longitude: 8.4 }
    const payload = routeOf([...line.slice(0, 12_345), broken, ...line.slice(12_346)])
    const { status, body, checked } = await post(payload.replace('"here"', latitude))
    expect([status, checked]).toEqual([400, []])
    expect(body).toContain(words)
    expect(body).not.toContain('49.0')
    expect(body.length).toBeLessThan(1000)
  })
})

const start = { latitude: 49, longitude: 8.4 }

describe('is refused in German words without being checked:', () => {
  const whole = routeOf(line)
  test.each([
    ['a route cut in the middle', whole.slice(0, whole.length / 2), 400],
    ['no route', '', 400],
    ['a route without pieces', routeOf(), 400],
    ['a route of empty pieces', routeOf([], []), 400],
    ['a route of one point', routeOf([start]), 400],
    ['NaN as JavaScript writes it', whole.replace('49.0', 'NaN49.0'), 400],
    ['a megabyte of one word', 'a'.repeat(1_000_000), 400],
    ['a megabyte of brackets', '['.repeat(1_000_000), 400],
    ['a million broken points', routeOf(Array.from({ length: 200_000 }, () => null)), 400],
    ['too many pieces', routeOf(...Array.from({ length: routeCheckLimits.pieces + 1 }, () => [start, start])), 400],
  ])('%s', async (_name, payload, status) => {
    const answered = await post(payload)
    expect([answered.status, answered.checked]).toEqual([status, []])
    expect(answered.body).toMatch(/Bitte /)
    expect(answered.body.length).toBeLessThan(2000)
  })
})

const hotspotAt = (km: number, note: string) =>
  passedItem({
    alongMetres: km * 1000,
    distanceMetres: 5,
    poi: { id: `at ${km}`, poiType: 'AccidentHotspotMoto', latitude: 49 + km / 111 },
    details: { note },
  })

test('names are found for all hotspots of the worst places first, then for one of each other place', async () => {
  const slight = '1 Motorradunfall 2020.'
  const ends = placeNamesServerLimits.namedInList
  const apart = Array.from({ length: ends }, (_, km) => hotspotAt(km, slight))
  const row = [hotspotAt(100, '4 Motorradunfälle 2020, 1 tödlich.'), hotspotAt(100.2, slight)]
  const checked: CheckedRoute = { ...answer, items: [...apart, ...row] }
  const service = { check: async () => checked }
  const placeNames = { namesOf: async (places: readonly unknown[]) => places.map(() => 'B 3, Wald') }
  app = await startTestApi((api) => registerRouteCheckRoutes(api, { real: service, demo: service }, null, placeNames))
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/route-check',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    payload: routeOf([start, { latitude: 50, longitude: 8.4 }]),
  })
  const { data }: { data: CheckedRoute } = JSON.parse(body)
  const named = data.items.filter(({ poi }) => poi.placeName === 'B 3, Wald').map(({ alongMetres }) => alongMetres)
  expect(named.filter((metres) => metres >= 100_000)).toEqual([100_000, 100_200])
  expect(named).toHaveLength(ends)
})

test('who leaves during a check ends its thread', async () => {
  const threads = createRouteThreads()
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  const service: RouteCheckService = {
    async check(userId, { pieces, corridorMetres }, hasLeft) {
      const search = threads.search(userId, hasLeft, async (inThread) => {
        await inThread.begin({ pieces, corridorMetres })
        begun.resolve()
        await once(hasLeft, 'abort')
        // Its thread is no more.
        return inThread.find({ hiddenIds: new Set(), warned: [], departure: undefined })
      })
      search.catch(ended.resolve)
      return { ...answer, ...(await search) }
    },
  }
  app = await startTestApi((api) => registerRouteCheckRoutes(api, { real: service, demo: service }, null, noPlaceNames))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const asked = fetch(`${origin}/api/route-check`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: routeOf(line),
    signal: leaving.signal,
  })
  await begun.promise
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  await threads.close()
  // A thread compiles what it calculates with, which takes seconds on a busy machine.
}, 30_000)

describe('the roads of a drawn route', () => {
  const points = [start, { latitude: 49.1, longitude: 8.5 }]
  const ask = async (router: Router | null, asked: unknown) => {
    const service = { check: async () => answer }
    app = await startTestApi((api) =>
      registerRouteCheckRoutes(api, { real: service, demo: service }, router, noPlaceNames),
    )
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/api/route-check/roads',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      payload: JSON.stringify({ points: asked }),
    })
    return { status: statusCode, body }
  }

  test('are those that the router finds', async () => {
    const asked: unknown[] = []
    const router: Router = async (between) => {
      asked.push(between)
      return { line: '_p~iF~ps|U_ulLnnqC' }
    }
    const { status, body } = await ask(router, points)
    expect([status, JSON.parse(body)]).toEqual([200, { success: true, data: { line: '_p~iF~ps|U_ulLnnqC' } }])
    expect(asked).toEqual([points])
  })

  test('are missing for a reason', async () => {
    const { status, body } = await ask(async () => ({ straight: 'no-answer' }), points)
    expect([status, JSON.parse(body)]).toEqual([200, { success: true, data: { straight: 'no-answer' } }])
  })

  test('are not there without a router', async () => {
    expect(await ask(null, points)).toMatchObject({ status: 404 })
  })

  const many = Array.from({ length: routeCheckLimits.drawnPoints + 1 }, () => start)
  test.each([
    ['one point', [start], 400],
    ['too many points', many, 400],
    ['a point beyond the pole', [start, { latitude: 91, longitude: 8 }], 400],
    ['more than a drawing needs', line, 413],
  ])('are not asked for: %s', async (_name, asked, refused) => {
    let calls = 0
    const router: Router = async () => {
      calls += 1
      return { straight: 'no-way' }
    }
    const { status, body } = await ask(router, asked)
    expect([status, calls]).toEqual([refused, 0])
    expect(body).toMatch(/Bitte |liegt zwischen/)
    expect(body).not.toContain('49')
  })
})
