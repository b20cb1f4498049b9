import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Place } from '#contract/base/place.ts'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import type { StraightReason } from '#contract/route-check/route-check.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { lineOfText, textOfLine } from '#domain/geo/line-text.ts'
import type { RouterDialect } from '#server/setting-kinds.ts'
import { createRouter } from './router.ts'
import { answeringServers } from '#server/testing/answering-servers.ts'

const answering = answeringServers()
const points = [
  { latitude: 49.0069, longitude: 8.4037 },
  { latitude: 49.01, longitude: 8.41 },
  { latitude: 49.02, longitude: 8.42 },
]
/** By a bend that nobody has drawn. */
const road = [...points.slice(0, 1), { latitude: 49.008, longitude: 8.4061 }, ...points.slice(1)]

/** `road` by precision 6, the first leg of three places and the second of two. */
const legs = ['grcn|Agn|_OwcA_uC_|BwrF', '_tin|A_xh`O_pR_pR'].map((shape) => ({ shape }))
const osrm = (coordinates: unknown) => JSON.stringify({ code: 'Ok', routes: [{ geometry: { coordinates } }] })
const coordinates = road.map(({ latitude, longitude }) => [longitude, latitude])
const valhalla = (trip: unknown) => JSON.stringify({ trip })

/** By precision 6: the text of a line ten times as large. */
const sixDecimals = (line: readonly Place[]) =>
  textOfLine(line.map(({ latitude, longitude }) => ({ latitude: latitude * 10, longitude: longitude * 10 })))

const never = new AbortController().signal

/** What a router is asked, what comes of its answer, and what is logged. */
async function roads(
  dialect: RouterDialect,
  answer: RequestListener,
  {
    timeoutMs = 20_000,
    hasLeft = never,
    drawn = points,
  }: { timeoutMs?: number; hasLeft?: AbortSignal; drawn?: Place[] } = {},
) {
  const failures: string[] = []
  const url = `http://${await answering(answer)}/maps`
  const onFailure = (reason: StraightReason, cause: string) => void failures.push(`${reason}: ${cause}`)
  const found = await createRouter({ dialect, url }, { timeoutMs, onFailure })(drawn, hasLeft)
  return { found, failures }
}

const says =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body)

test('a router that speaks OSRM is asked for the line through the points, and its line is passed on', async () => {
  let asked = ''
  const { found, failures } = await roads('osrm', (request, response) => {
    asked = `${request.method} ${request.url}`
    response.end(osrm(coordinates))
  })
  expect(asked).toBe(
    'GET /maps/route/v1/driving/8.40370,49.00690;8.41000,49.01000;8.42000,49.02000?overview=full&geometries=geojson',
  )
  expect('line' in found && lineOfText(found.line)).toEqual(road)
  expect(failures).toEqual([])
})

test('a router that speaks Valhalla is asked for a way by motorcycle, and its legs become one line', async () => {
  let asked = Promise.resolve('')
  let request: Pick<IncomingMessage, 'method' | 'url'> = {}
  const { found, failures } = await roads('valhalla', (incoming, response) => {
    request = incoming
    asked = text(incoming)
    response.end(valhalla({ legs }))
  })
  expect(`${request.method} ${request.url}`).toBe('POST /maps/route')
  expect(JSON.parse(await asked)).toEqual({
    locations: points.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
    costing: 'motorcycle',
    directions_type: 'none',
  })
  const [bend] = road.slice(1, 2)
  const line = 'line' in found ? lineOfText(found.line) : []
  expect(line).toEqual([points[0], bend, points[1], points[1], points[2]])
  expect(failures).toEqual([])
})

test.each<[RouterDialect, string]>([
  ['osrm', JSON.stringify({ code: 'NoRoute', message: 'Impossible route' })],
  ['osrm', JSON.stringify({ code: 'NoSegment', message: 'Could not find a matching segment' })],
  ['valhalla', JSON.stringify({ error_code: 442, error: 'No path could be found for input' })],
  ['valhalla', JSON.stringify({ error_code: 171, error: 'No suitable edges near location' })],
])('that %s knows no road is an answer: %s', async (dialect, body) => {
  expect(await roads(dialect, says(body, 400))).toEqual({ found: { straight: 'no-way' }, failures: [] })
})

const abroad = coordinates.map(([east = 0, north = 0]) => [east + 100, north])
const megabyte = 'a'.repeat(1_000_000)
const tooLong = ' '.repeat(routeCheckServerLimits.routerBytes) + osrm(coordinates)
test.each<[name: string, RouterDialect, body: string]>([
  ['nothing', 'osrm', ''],
  ['no JSON', 'osrm', '<html>'],
  ['a megabyte of one word', 'osrm', megabyte],
  ['a megabyte of brackets', 'osrm', '['.repeat(1_000_000)],
  ['more than may be read', 'osrm', tooLong],
  ['an answer that is cut', 'osrm', osrm(coordinates).slice(0, -20)],
  ['null', 'osrm', 'null'],
  ['no route', 'osrm', JSON.stringify({ code: 'Ok', routes: [] })],
  ['texts for numbers', 'osrm', osrm(coordinates.map((place) => place.map(String)))],
  ['a place of one number', 'osrm', osrm([[8.4]])],
  ['no place', 'osrm', osrm([])],
  ['a hundred thousand places', 'osrm', osrm(Array.from({ length: 100_000 }, () => coordinates[0]))],
  ['a line abroad', 'osrm', osrm(abroad)],
  ['a number beyond all', 'osrm', osrm(coordinates).replace('8.4037', '1e999')],
  ['no leg', 'valhalla', valhalla({ legs: [] })],
  ['a leg that is cut', 'valhalla', valhalla({ legs: [legs[0], { shape: '_tin|A_xh`O_pR_p' }] })],
  ['a leg that is a number', 'valhalla', valhalla({ legs: [{ shape: 1 }] })],
  ['a megabyte as a leg', 'valhalla', valhalla({ legs: [{ shape: megabyte }] })],
  ['a leg too few', 'valhalla', valhalla({ legs: legs.slice(0, 1) })],
  ['the language of the other one', 'valhalla', osrm(coordinates)],
])('%s keeps the lines straight', async (_name, dialect, body) => {
  const { found, failures } = await roads(dialect, says(body))
  expect(found).toEqual({ straight: 'unusable' })
  expect(failures).toHaveLength(1)
  expect(failures.join()).not.toMatch(/\d\.\d|aaa/)
})

test.each([401, 429, 500, 503])('so does a router that answers with status %s', async (status) => {
  expect(await roads('osrm', says(osrm(coordinates), status))).toEqual({
    found: { straight: 'no-answer' },
    failures: [`no-answer: status ${status}`],
  })
})

test('a router that sends elsewhere is not followed', async () => {
  let visitors = 0
  const elsewhere = await answering((_request, response) => {
    visitors += 1
    response.end(osrm(coordinates))
  })
  const { found } = await roads('osrm', (_request, response) => {
    response.writeHead(307, { location: `http://${elsewhere}/` }).end()
  })
  expect([found, visitors]).toEqual([{ straight: 'no-answer' }, 0])
})

test('one that says nothing is waited for no longer than it may take', async () => {
  expect(await roads('valhalla', () => {}, { timeoutMs: 50 })).toEqual({
    found: { straight: 'no-answer' },
    failures: ['no-answer: too slow'],
  })
})

test('one that stops in the middle of its answer, too', async () => {
  const stuck: RequestListener = (_request, response) => void response.write('{"code":')
  expect(await roads('osrm', stuck, { timeoutMs: 50 })).toMatchObject({ found: { straight: 'no-answer' } })
})

test('one that breaks off is no answer, and what is logged has no place in it', async () => {
  const { found, failures } = await roads('osrm', (request) => void request.socket.destroy())
  expect(found).toEqual({ straight: 'no-answer' })
  expect(failures).toEqual(['no-answer: UND_ERR_SOCKET'])
})

test('of one that refuses the connection the log has the code of the network', async () => {
  const failures: string[] = []
  const onFailure = (reason: StraightReason, cause: string) => void failures.push(`${reason}: ${cause}`)
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(gone.address())
  await new Promise((resolve) => gone.close(resolve))
  const router = createRouter({ dialect: 'osrm', url: `http://127.0.0.1:${port}` }, { timeoutMs: 20_000, onFailure })
  expect(await router(points, never)).toEqual({ straight: 'no-answer' })
  expect(failures).toEqual(['no-answer: ECONNREFUSED'])
})

describe('what one takes at a time', () => {
  const asked = z.object({ locations: z.array(z.object({ lat: z.number(), lon: z.number() })) })
  /** Valhalla as it comes: it refuses more than 50 places and 500 km, and else leads straight on. */
  const limited =
    (portions: Place[][]): RequestListener =>
    (request, response) =>
      void text(request).then((body) => {
        const places = asked
          .parse(JSON.parse(body))
          .locations.map(({ lat, lon }): Place => ({ latitude: lat, longitude: lon }))
        portions.push(places)
        const gone = places.reduce((sum, place, index) => sum + distanceMetres(places[index - 1] ?? place, place), 0)
        const error = places.length > 50 ? 150 : gone > 500_000 ? 154 : null
        if (error !== null)
          return response.writeHead(400).end(JSON.stringify({ error_code: error, error: '48.1,11.5' }))
        const shapes = places.slice(1).map((place, index) => ({ shape: sixDecimals([places[index] ?? place, place]) }))
        return response.end(valhalla({ legs: shapes }))
      })
  const eastward = (count: number, degrees: number): Place[] =>
    Array.from({ length: count }, (_, index) => ({
      latitude: 49,
      longitude: Math.round((8 + index * degrees) * 1e5) / 1e5,
    }))

  test.each<[name: string, drawn: Place[], portions: number[]]>([
    ['as many places as it takes', eastward(50, 0.01), [50]],
    ['one more', eastward(51, 0.01), [50, 2]],
    ['as many as can be drawn', eastward(100, 0.01), [50, 50, 2]],
    ['further than it takes', eastward(11, 1), [7, 5]],
  ])('%s: it is asked in portions, which become one line', async (_name, drawn, lengths) => {
    const portions: Place[][] = []
    const { found, failures } = await roads('valhalla', limited(portions), { drawn })
    expect(portions.map(({ length }) => length)).toEqual(lengths)
    const line = 'line' in found ? lineOfText(found.line) : []
    expect(line.filter((place, index) => JSON.stringify(place) !== JSON.stringify(line[index - 1]))).toEqual(drawn)
    expect(failures).toEqual([])
  })

  test('two points further apart than it takes are told as that, and the log has its code', async () => {
    expect(await roads('valhalla', limited([]), { drawn: eastward(3, 8) })).toEqual({
      found: { straight: 'too-far' },
      failures: ['too-far: limit 154'],
    })
  })

  test('so is what an operator allows no more', async () => {
    expect(await roads('valhalla', says(JSON.stringify({ error_code: 150 }), 400))).toEqual({
      found: { straight: 'too-far' },
      failures: ['too-far: limit 150'],
    })
    expect(await roads('osrm', says(JSON.stringify({ code: 'TooBig' }), 400))).toEqual({
      found: { straight: 'too-far' },
      failures: ['too-far: limit TooBig'],
    })
  })

  test('one portion without a road keeps all lines straight', async () => {
    let times = 0
    const portions: Place[][] = []
    const { found } = await roads(
      'valhalla',
      (request, response) => {
        times += 1
        if (times === 1) limited(portions)(request, response)
        else response.writeHead(400).end(JSON.stringify({ error_code: 442 }))
      },
      { drawn: eastward(60, 0.01) },
    )
    expect([found, times]).toEqual([{ straight: 'no-way' }, 2])
  })
})

test('who has left no longer has the router asked, and that is no failure of it', async () => {
  const leaving = new AbortController()
  const { failures } = await roads('osrm', () => leaving.abort(), { hasLeft: leaving.signal })
  expect(failures).toEqual([])
})

test.each([301, 302, 303, 307, 308])(
  'a router that redirects by %i gets no answer from where it leads: the points go to no other address',
  async (status) => {
    let asked = 0
    const elsewhere = await answering((_request, response) => {
      asked += 1
      response.end(osrm(coordinates))
    })
    for (const dialect of ['osrm', 'valhalla'] as const) {
      const { found, failures } = await roads(dialect, (_request, response) => {
        response.writeHead(status, { location: `http://${elsewhere}/internal` }).end()
      })
      expect([found, failures]).toEqual([{ straight: 'no-answer' }, [`no-answer: status ${status}`]])
    }
    expect(asked).toBe(0)
  },
)
