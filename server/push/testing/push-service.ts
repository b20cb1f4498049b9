import { once } from 'node:events'
import { createServer } from 'node:http'
import * as z from 'zod'
import { newReceiver } from './receiver.ts'

const message = z.object({ title: z.string(), body: z.string(), tag: z.string(), path: z.string() })

/** What arrived for one browser. */
export interface Arrived {
  message: z.output<typeof message>
  headers: Record<string, unknown>
  /** Bytes, as anybody on the way can see them. */
  length: number
}

export interface TestPushService {
  /** A browser of this service, as it subscribes at the product. */
  browser(): TestBrowser
  close(): Promise<void>
}

export interface TestBrowser {
  address: { endpoint: string; keys: { p256dh: string; auth: string } }
  arrived: Arrived[]
  /** What the service answers from now on. */
  status: number
}

/** A push service on loopback: accepts messages over HTTP and reads them with the keys of their browser. */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { browser: TestBrowser; decrypt: (bytes: Buffer) => Buffer }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const known = browsers.get(request.url ?? '')
      response.statusCode = known?.browser.status ?? 404
      if (known?.browser.status === 201) {
        const bytes = Buffer.concat(chunks)
        known.browser.arrived.push({
          message: message.parse(JSON.parse(known.decrypt(bytes).toString())),
          headers: request.headers,
          length: bytes.length,
        })
      }
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    browser() {
      const { publicKey, secret, decrypt } = newReceiver()
      const path = `/push/${secret.toString('base64url')}`
      const keys = { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') }
      const browser = {
        address: { endpoint: `http://127.0.0.1:${address.port}${path}`, keys },
        arrived: [],
        status: 201,
      }
      browsers.set(path, { browser, decrypt })
      return browser
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
