import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPhoneWebhook } from './webhook.ts'
import { isWebhookSecret, signatureOf } from '#server/platform/outgoing/webhook-signature.ts'
import { type PhoneReceiver, startPhoneReceiver, testSecret } from './testing/receiver.ts'

test('signs as the example of Standard Webhooks is signed', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = Buffer.from('{"test": 2432232314}')
  expect(signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', body)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test.each([
  [`whsec_${Buffer.alloc(32).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  [Buffer.alloc(32).toString('base64'), false],
  ['whsec_Not base64 at all, but long enough', false],
])('%s is a secret: %s', (secret, is) => expect(isWebhookSecret(secret)).toBe(is))

describe('a webhook of the operator', () => {
  const now = new Date('2026-11-23T08:00:00.500Z')
  const message = { id: 'alarm-1.1.SMS', channel: 'SMS', to: '+491701234567', text: 'Wegwarte-Alarm: äöü' } as const
  let receiver: PhoneReceiver

  beforeEach(async () => {
    receiver = await startPhoneReceiver()
  })
  afterEach(() => receiver.close())

  const webhook = (secret = testSecret) =>
    createPhoneWebhook({ url: receiver.url, secret, clock: { now: () => now }, timeoutMs: 400 })
  const send = () => webhook().send(message)

  test('gets a message under a name that stays the same, signed with its time', async () => {
    expect([await send(), await send()]).toEqual(['TAKEN', 'TAKEN'])
    const got = { ...message, seconds: Math.floor(now.getTime() / 1000) }
    expect(receiver.received).toEqual([got, got])
  })

  test('is not taken in by another secret', async () => {
    expect(await webhook(`whsec_${Buffer.alloc(32, 'other').toString('base64')}`).send(message)).toBe('LATER')
    expect([receiver.forged, receiver.received]).toEqual([1, []])
  })

  test('knows a message that somebody has overheard and sends again: by its name at once, by its time later', async () => {
    let at = now
    const strict = await startPhoneReceiver(() => at)
    const { send: sendTo } = createPhoneWebhook({
      url: strict.url,
      secret: testSecret,
      clock: { now: () => now },
      timeoutMs: 400,
    })
    expect(await sendTo(message)).toBe('TAKEN')
    expect(await strict.replay()).toBe(204)
    expect(new Set(strict.received.map(({ id }) => id))).toEqual(new Set([message.id]))
    at = new Date(now.getTime() + 301_000)
    expect(await strict.replay()).toBe(401)
    expect([strict.received.length, strict.forged]).toEqual([2, 1])
    await strict.close()
  })

  test.each([
    [200, 'TAKEN'],
    [202, 'TAKEN'],
    [400, 'LATER'],
    [401, 'LATER'],
    [404, 'LATER'],
    [410, 'REFUSED'],
    [422, 'REFUSED'],
    [429, 'LATER'],
    [500, 'LATER'],
    [503, 'LATER'],
  ])('answers %i, which means: %s', async (status, outcome) => {
    receiver.answer = (response) => response.writeHead(status).end()
    expect(await send()).toBe(outcome)
  })

  test('redirects, and nobody follows', async () => {
    let followed = 0
    const elsewhere = createServer((_request, response) => {
      followed += 1
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const address = elsewhere.address()
    const port = typeof address === 'object' ? address?.port : undefined
    receiver.answer = (response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end()
    expect(await send()).toBe('LATER')
    expect(followed).toBe(0)
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  test('never answers, or is away', async () => {
    receiver.answer = () => undefined
    expect(await send()).toBe('LATER')
    await receiver.close()
    expect(await send()).toBe('LATER')
    receiver = await startPhoneReceiver()
  })

  test('answers without an end, and nobody reads it', async () => {
    const ended = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        response.on('close', resolve)
        response.writeHead(200)
        pour(response)
      }
    })
    expect(await send()).toBe('TAKEN')
    // The receiver sees that the connection is over.
    await ended
  })

  test('answers with a head that is too long', async () => {
    receiver.answer = (response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end()
    expect(await send()).toBe('LATER')
  })
})

/** Writes as long as somebody takes it. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024)
  while (!response.destroyed && response.write(chunk));
  response.once('drain', () => pour(response))
}
