import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { events } from '#contract/events/events.ts'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { changed, installedOpenssl, makeCertificate } from '#server/testing/balancer.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'
import { openManyStreams, streamsAllowed, wantedStreams } from '#server/testing/load/many-streams.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/* What goes through `operating/Caddyfile`, and what the product learns of callers that leave. */

const patienceMs = 120_000
/** On a busy machine, opening one takes 40 ms. */
const manyPatienceMs = 400_000
const program = '/usr/bin/caddy'
const openssl = installedOpenssl()

if (!existsSync(program) || openssl === undefined)
  test.skip('through operating/Caddyfile (skipped: caddy or openssl is not installed)')
else
  describe('through operating/Caddyfile', { timeout: patienceMs }, () => {
    let product: TestProduct
    let front: { url: string; stop(): Promise<void> }
    let person: Person
    let between: Awaited<ReturnType<typeof startRelay>>
    beforeAll(async () => {
      product = await startTestProduct({ TRUST_PROXY: '127.0.0.1', ...(await ownDatabase()) })
      between = await startRelay(product.url)
      front = await startCaddy(openssl, between.url)
      person = await becomeCustomer({ ...product, url: front.url })
    }, patienceMs)
    afterAll(async () => {
      await front.stop()
      between.close()
      await product.close()
    }, patienceMs)

    test('live events arrive at once', async () => {
      const { deviceId } = person
      const stream = await openLiveStream(front.url, person.token)
      await callAs(product, person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await callAs(product, person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
      const recordedAt = clockFrom().now().toISOString()
      const place = { latitude: 49.5, longitude: 8.25, recordedAt }
      await callAs(product, person, 'POST', `/api/devices/${deviceId}/position`, place)
      expect(await stream.until(({ type }) => type === 'position', patienceMs)).toMatchObject({ recordedAt })
      await stream.close()
    })

    test('a stream that its reader closes ends for the product, too: it keeps no place of the user', async () => {
      const first = await openLiveStream(product.url, person.token)
      for (let count = 0; count < eventsLimits.streamsPerUser; count += 1) {
        const stream = await openLiveStream(front.url, person.token)
        expect(between.streams.size).toBe(1)
        await stream.close()
        await vi.waitFor(() => expect(between.streams.size).toBe(0), patience)
      }
      expect(first.text()).not.toContain('replaced')
      await first.close()
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
  })

/** Stands between Caddy and the product, and knows the connections on which a stream of events is open. */
async function startRelay(behind: string) {
  const { hostname, port } = new URL(behind)
  const streams = new Set<Socket>()
  const relay = createServer((asking) => {
    const answering = connect(Number(port), hostname)
    asking.on('data', (piece) => piece.includes(`GET ${events.stream.path} `) && streams.add(asking))
    asking.once('close', () => {
      streams.delete(asking)
      answering.destroy()
    })
    answering.once('close', () => asking.destroy())
    for (const socket of [asking, answering]) socket.on('error', () => undefined)
    asking.pipe(answering).pipe(asking)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, streams, close: () => void relay.close() }
}

/** The example itself, with another address, a certificate of ours and without its administration. */
async function startCaddy(openssl: string, behind: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-caddy-'))
  const port = await freePort()
  const { certificate, key } = makeCertificate(openssl, folder)
  const site = `https://127.0.0.1:${port} {\n\ttls ${certificate} ${key}`
  const example = changed('operating/Caddyfile', [
    [/^wegwarte\.example \{/m, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n\n${site}`],
    [/127\.0\.0\.1:3000/, new URL(behind).host],
  ])
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, example)
  // The shell waits for the end of its input, which is the end of this process at the latest.
  const script = '"$@" & read -r _; kill -TERM $!; wait'
  const words = ['-c', script, 'caddy', program, 'run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn('sh', words, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
  }, patience)
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
