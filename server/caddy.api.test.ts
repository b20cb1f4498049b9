import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { events } from '#contract/events.ts'
import { eventsLimits } from '#contract/events-limits.ts'
import { clockFrom } from '#server/clock.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openLiveStream } from '#server/testing/live-stream.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/* What goes through `operating/Caddyfile`, and what the product learns of callers that leave. */

const patienceMs = 120_000
const program = '/usr/bin/caddy'

if (!existsSync(program)) test.skip('through operating/Caddyfile (skipped: caddy is not installed)')
else
  describe('through operating/Caddyfile', { timeout: patienceMs }, () => {
    let product: TestProduct
    let front: { url: string; stop(): Promise<void> }
    let person: Person
    let between: Awaited<ReturnType<typeof startRelay>>
    beforeAll(async () => {
      product = await startTestProduct({ TRUST_PROXY: '127.0.0.1' })
      between = await startRelay(product.url)
      front = await startCaddy(between.url)
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

/** The example itself, with another address, without certificates and its administration. */
async function startCaddy(behind: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-caddy-'))
  const port = await freePort()
  const changes: [RegExp, string][] = [
    [/^wegwarte\.example \{/m, `{\n\tadmin off\n}\n\nhttp://127.0.0.1:${port} {`],
    [/127\.0\.0\.1:3000/, new URL(behind).host],
  ]
  const text = changes.reduce(
    (file, [line, mine]) => {
      if (!line.test(file)) throw new Error(`operating/Caddyfile has no ${line.source}`)
      return file.replace(line, mine)
    },
    readFileSync('operating/Caddyfile', 'utf8'),
  )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, text)
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
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
