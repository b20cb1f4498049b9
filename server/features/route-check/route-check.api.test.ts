import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { config as configEntries, productConfig } from '#contract/config.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/* The roads of a drawn route, from a router on loopback, through the whole product. */

let product: TestProduct
let rider: Person
const logged: string[] = []
let answer: RequestListener = (_request, response) => void response.end()
const router = createServer((request, response) => answer(request, response))

beforeAll(async () => {
  await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(router.address())
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  product = await startTestProduct({ ROUTER_URL: `valhalla+http://127.0.0.1:${port}`, ...(await ownDatabase()) }, log)
  rider = await becomeCustomer(product)
}, 60_000)
beforeEach(() => logged.splice(0))
afterAll(async () => {
  await product.close()
  router.closeAllConnections()
  router.close()
})

const points = [
  { latitude: 38.5, longitude: -120.2 },
  { latitude: 38.51, longitude: -120.21 },
]
const ask = () => send(product.url, 'POST', routeCheck.roads.path, { token: rider.token, body: { points } })

test('browsers learn from the settings that there is a router', async () => {
  const { body } = await send(product.url, 'GET', configEntries.read.path)
  expect(z.object({ data: productConfig }).parse(body).data.router).toBe(true)
})

test('the router learns the points, and nothing of the rider', async () => {
  let heard = ''
  answer = (request, response) => {
    void text(request).then((body) => {
      heard = `${request.url} ${JSON.stringify(request.headers)} ${body}`
      response.end(JSON.stringify({ trip: { legs: [{ shape: '_izlhA~rlgdF_pR~oR' }] } }))
    })
  }
  expect((await ask()).body).toEqual({ success: true, data: { line: '_p~iF~ps|Uo}@n}@' } })
  expect(heard).toContain('{"lat":38.51,"lon":-120.21}')
  for (const known of [rider.token, rider.email, rider.userId, 'authorization', 'forwarded', 'cookie']) {
    expect(heard).not.toContain(known)
  }
})

test.each<[name: string, RequestListener, reason: string]>([
  ['refuses', (_request, response) => void response.writeHead(503).end('38.5'), 'no-answer'],
  ['breaks off', (request) => void request.socket.destroy(), 'no-answer'],
  ['answers nonsense', (_request, response) => void response.end('{"lat":38.5,"lon":-120.2}'), 'unusable'],
])('when the router %s, the reason is answered, and the log has no place in it', async (_name, how, reason) => {
  answer = how
  expect((await ask()).body).toEqual({ success: true, data: { straight: reason } })
  const lines = logged.join('')
  expect(lines).toContain('a drawn route stays straight')
  expect(lines).toContain(reason)
  expect(lines).not.toMatch(/38\.5|120\.2/)
})
