import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { routeCheckServerLimits } from '#contract/route-check-limits.ts'
import type { StraightReason } from '#contract/route-check.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import type { RouterDialect } from '#server/config.ts'
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

const never = new AbortController().signal

/** What a router is asked, what comes of its answer, and what is logged. */
async function roads(
  dialect: RouterDialect,
  answer: RequestListener,
  { timeoutMs = 20_000, hasLeft = never }: { timeoutMs?: number; hasLeft?: AbortSignal } = {},
) {
  const failures: string[] = []
  const url = `http://${await answering(answer)}/maps`
  const onFailure = (reason: StraightReason, cause: string) => void failures.push(`${reason}: ${cause}`)
  const found = await createRouter({ dialect, url }, { timeoutMs, onFailure })(points, hasLeft)
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
  expect(failures).toEqual(['no-answer: TypeError'])
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
