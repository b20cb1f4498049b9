import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { phoneChannels } from '#contract/phones/phone-channel.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { signatureOf } from '#server/platform/outgoing/webhook-signature.ts'

/** What only receiver and product of a test know. */
export const testSecret = `whsec_${Buffer.alloc(32, 'test').toString('base64')}`

const body = z.object({
  type: z.literal('phone.message'),
  channel: z.enum(phoneChannels),
  to: z.string(),
  text: z.string(),
})
export type ReceivedMessage = Omit<z.output<typeof body>, 'type'> & { id: string; seconds: number }

export interface PhoneReceiver {
  url: string
  /** Every request that was signed rightly, also one that got another answer than 204. */
  received: ReceivedMessage[]
  /** Requests that were not signed rightly. */
  forged: number
  /** Sends the last request once more, byte by byte the same, as somebody would who has overheard it; returns the status. */
  replay(): Promise<number>
  /** How it answers; as a rule, with 204. */
  answer: (response: ServerResponse) => void
  close(): Promise<void>
}

/**
 * A webhook on loopback that verifies what comes, as an operator's would (docs/alert-webhook.md), and keeps what it gets.
 * @param now absent: however old a request is, it is accepted, because the product of a test has a clock of its own.
 */
export async function startPhoneReceiver(now?: () => Date): Promise<PhoneReceiver> {
  let last: { headers: Record<string, string>; raw: Buffer } | undefined
  const server = createServer((request, response) => void receive(request, response))
  const receiver: PhoneReceiver = {
    url: '',
    received: [],
    forged: 0,
    answer: (response) => response.writeHead(204).end(),
    async replay() {
      if (last === undefined) throw new Error('nothing was sent yet')
      return (await fetch(receiver.url, { method: 'POST', headers: last.headers, body: new Uint8Array(last.raw) }))
        .status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await buffer(request)
    const headers = Object.fromEntries(signedHeaders.map((name) => [name, z.string().parse(request.headers[name])]))
    last = { headers, raw }
    const message = readMessage(headers, raw, now)
    if (message === null) receiver.forged += 1
    else receiver.received.push(message)
    if (message === null) response.writeHead(401).end()
    else receiver.answer(response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  receiver.url = `http://127.0.0.1:${address.port}/alerts`
  return receiver
}

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
/** Standard Webhooks: how far a request's time may be from now. */
const toleranceSeconds = 300

function readMessage(headers: Record<string, string>, raw: Buffer, now?: () => Date): ReceivedMessage | null {
  const [id = '', seconds = '', signature] = signedHeaders.map((name) => headers[name])
  if (now !== undefined && Math.abs(now().getTime() / secondMs - Number(seconds)) > toleranceSeconds) return null
  if (signature !== signatureOf(testSecret, id, seconds, raw)) return null
  const { channel, to, text } = body.parse(JSON.parse(raw.toString()))
  return { id, seconds: Number(seconds), channel, to, text }
}
