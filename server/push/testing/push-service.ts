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
  /** What was handed over, whether it was accepted or not. */
  offered: Arrived['message'][]
  /** What the service answers from now on. */
  status: number
  /** False: it does with each message what `status` says, and its answer never comes. */
  answers: boolean
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
      if (known !== undefined) {
        const { browser, decrypt } = known
        const bytes = Buffer.concat(chunks)
        const read = message.parse(JSON.parse(decrypt(bytes).toString()))
        browser.offered.push(read)
        if (browser.status === 201) {
          browser.arrived.push({ message: read, headers: request.headers, length: bytes.length })
        }
        if (!browser.answers) return
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
      const browser: TestBrowser = {
        address: { endpoint: `http://127.0.0.1:${address.port}${path}`, keys },
        arrived: [],
        offered: [],
        status: 201,
        answers: true,
      }
      browsers.set(path, { browser, decrypt })
      return browser
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
