import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { phoneChannels } from '#contract/phone-channel.ts'
import { signatureOf } from '#server/phone/webhook.ts'

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
  /** How it answers; as a rule, with 204. */
  answer: (response: ServerResponse) => void
  close(): Promise<void>
}

/** A webhook on loopback that checks the signature, as an operator's would, and keeps what it gets. */
export async function startPhoneReceiver(): Promise<PhoneReceiver> {
  const server = createServer((request, response) => void receive(request, response))
  const receiver: PhoneReceiver = {
    url: '',
    received: [],
    forged: 0,
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await readMessage(request)
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

async function readMessage(request: IncomingMessage): Promise<ReceivedMessage | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const raw = Buffer.concat(chunks)
  const named = (name: string) => z.string().parse(request.headers[name])
  const [id, seconds] = [named('webhook-id'), named('webhook-timestamp')]
  if (named('webhook-signature') !== signatureOf(testSecret, id, seconds, raw)) return null
  const { channel, to, text } = body.parse(JSON.parse(raw.toString()))
  return { id, seconds: Number(seconds), channel, to, text }
}
