import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { auth } from '#contract/auth/auth.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { type Balancer, installedNginx, startBalancer } from '#server/testing/balancer.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'
import { openManyStreams, streamsAllowed, wantedStreams } from '#server/testing/load/many-streams.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/* What browsers get through `operating/nginx.conf`, and what the product learns of them. */

const patienceMs = 120_000
/** On a busy machine, opening one takes 40 ms. */
const manyPatienceMs = 400_000
const metricsToken = 'a-token-of-the-operator-2026'

if (installedNginx() === null) test.skip('through operating/nginx.conf (skipped: nginx or openssl is not installed)')
else
  describe('through operating/nginx.conf', { timeout: patienceMs }, () => {
    let product: TestProduct
    let front: Balancer
    let person: Person
    beforeAll(async () => {
      product = await startTestProduct({
        TRUST_PROXY: '127.0.0.1',
        METRICS_TOKEN: metricsToken,
        ...(await ownDatabase()),
      })
      front = await startBalancer([product.url])
      person = await becomeCustomer({ ...product, url: front.url })
    }, patienceMs)
    afterAll(async () => {
      await front.stop()
      await product.close()
    }, patienceMs)

    test('who comes without TLS is sent to the same address with it', async () => {
      const answer = await fetch(`${front.plainUrl}/login?weiter=karte`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/login?weiter=karte'])
    })

    test('pages and answers arrive with the headers of the product, each once', async () => {
      for (const path of ['/login', '/api/users/profile']) {
        const [direct, through] = await Promise.all(
          [product.url, front.url].map((url) =>
            send(url, 'GET', path, { token: person.token, headers: { 'accept-encoding': 'gzip' } }),
          ),
        )
        expect([through?.status, through?.text]).toEqual([200, direct?.text])
        expect(headersOf(through)).toEqual(headersOf(direct))
        expect(headersOf(through)).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
      }
    })

    test('browsers get it by HTTP/2', async () => {
      const session = connectHttp2(front.url)
      const asking = session.request({ ':path': '/api/time' })
      asking.end()
      const body = await text(asking)
      expect([session.alpnProtocol, body]).toEqual(['h2', expect.stringContaining('Europe/Berlin')])
      session.close()
      await once(session, 'close')
    })

    test('live events arrive at once, not when a buffer is full', async () => {
      const { deviceId } = person
      await callAs(product, person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await callAs(product, person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
      const stream = await openLiveStream(front.url, person.token)
      expect([stream.response.statusCode, stream.response.headers['content-type']]).toEqual([200, 'text/event-stream'])
      const recordedAt = clockFrom().now().toISOString()
      await callAs(product, person, 'POST', `/api/devices/${deviceId}/position`, {
        latitude: 49.5,
        longitude: 8.25,
        recordedAt,
      })
      expect(await stream.until(({ type }) => type === 'position', patienceMs)).toMatchObject({ recordedAt })
      await stream.close()
    })

    test('a picture or a file of any size that the product takes gets through, and a bigger one is refused before it is sent', async () => {
      const upload = async (bytes: number, path = '/api/upload') => {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(bytes)]), 'bild.png')
        const headers = { authorization: `Bearer ${person.token}` }
        const answer = await fetch(`${front.url}${path}`, { method: 'POST', headers, body })
        return [
          answer.status,
          z.object({ error: z.object({ code: z.string() }) }).parse(await answer.json()).error.code,
        ]
      }
      // Read to its end, and then found to be no picture.
      expect(await upload(httpLimits.uploadBytes - 1_000)).toEqual([400, 'NOT_AN_IMAGE'])
      // Refused by the product, so that people are told in its words.
      expect(await upload(httpLimits.uploadBytes + 1_000)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      // The largest of all files are those of tours and of POIs.
      expect(await upload(ownToursLimits.fileBytes - 1_000, ownTours.import.path)).toEqual([400, 'UNREADABLE_FILE'])
      const refused = await ask('/api/upload', { method: 'POST', headers: { 'content-length': '30000000' } })
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([413, 'text/html'])
    })

    test('the product sees from which address somebody calls, whatever they say of themselves', async () => {
      await product.operator.deleteFrom('attempts').execute()
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.8',
      }
      const guess = { email: person.email, password: 'falsch' }
      const answer = await ask(auth.login.path, { method: 'POST', localAddress: '127.0.0.9', headers }, guess)
      expect(answer.statusCode).toBe(401)
      const subjects = await product.operator.selectFrom('attempts').select('subject').execute()
      const said = subjects.map(({ subject }) => subject).join(' ')
      expect(said).toContain('127.0.0.9')
      expect(said).not.toContain('203.0.113')
    })

    test('figures are for whoever is on the machine, with the token', async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      expect((await ask('/metrics', { headers })).statusCode).toBe(200)
      expect((await ask('/metrics', { headers, localAddress: '127.0.0.9' })).statusCode).toBe(403)
    })

    const streams = streamsAllowed(wantedStreams)
    test(
      `${streams} open tabs get in by HTTP/2, are told what is new, and others are served beside them`,
      async () => {
        const tabs = await openManyStreams(front.url, product.operator, streams)
        try {
          expect(tabs.statuses.filter((status) => status !== 200)).toEqual([])
          expect(tabs.statuses).toHaveLength(streams)
          const body = { poiType: 'MobileSpeedCamera', latitude: 49, longitude: 8.4, consentVersion: 1 }
          expect((await callAs({ url: front.url }, person, 'POST', '/api/poi', body)).status).toBe(201)
          await tabs.untilAllRead('"type":"pois"')
          expect(tabs.ended()).toBe(0)
        } finally {
          tabs.close()
        }
      },
      manyPatienceMs,
    )

    /** A request with a connection of its own, from one of this machine's addresses. */
    function ask(
      path: string,
      options: { method?: string; headers?: Record<string, string>; localAddress?: string },
      body?: unknown,
    ): Promise<IncomingMessage> {
      return new Promise((resolve, reject) => {
        const asking = request(`${front.url}${path}`, { agent: false, ...options })
        asking.once('error', reject).once('response', (response) => {
          resolve(response)
          response.resume()
          if (body === undefined) asking.destroy()
        })
        if (options.method === undefined || body !== undefined)
          asking.end(body === undefined ? '' : JSON.stringify(body))
        else asking.flushHeaders()
      })
    }
  })

/** All but those of this one answer and its connection. */
function headersOf(answer: Answer | undefined): Record<string, string> {
  const own = new Set([
    'date',
    'server',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'content-length',
    'x-request-id',
  ])
  return Object.fromEntries([...(answer?.headers ?? [])].filter(([name]) => !own.has(name)))
}
