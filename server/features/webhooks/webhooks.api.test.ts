import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import { webhooks } from '#contract/webhooks/webhooks.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { signatureOf } from '#server/platform/outgoing/webhook-signature.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person
let server: Server
let url: string
const arrived: { headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook?key=path`
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(async () => {
  await product.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  arrived.length = 0
  await product.operator.deleteFrom('webhooks').execute()
  await product.operator.deleteFrom('attempts').execute()
})

const made = z.object({ data: webhooks.make.reply })
const changedTo = z.object({ data: webhooks.change.reply })
const listed = z.object({ data: webhooks.list.reply })
const logged = z.object({ data: webhooks.deliveries.reply })
const entry = (more: object = {}) => ({
  url,
  events: ['alarm.raised', 'alarm.answered'],
  places: false,
  deviceIds: [owner.deviceId],
  ...more,
})
const call = (method: string, path = '', body?: unknown, person = owner) =>
  callAs(product, person, method, `/api/webhooks${path}`, body)
const make = async () => made.parse((await call('POST', '', entry())).body).data

test('a webhook is made, tried, told of an alarm and its answer, signed, logged, renewed and removed', async () => {
  const { webhook, secret } = await make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const list = await call('GET')
  expect(listed.parse(list.body).data.webhooks).toEqual([webhook])
  expect(list.text).not.toContain(secret)
  const email = await product.mail.emailTo(owner.email, /Ein Programm erfährt/)
  expect(email.text).toContain('127.0.0.1')
  expect(email.text).not.toContain('key=path')
  expect(linkIn(email).pathname).toBe('/secure-account')

  expect((await call('POST', `/${webhook.id}/test`)).status).toBe(200)
  await expect.poll(() => arrived.length).toBe(1)
  const raised = await callAs(product, owner, 'POST', `/api/alarms/${owner.deviceId}/test`)
  const { id: alarmId } = z.object({ data: z.object({ id: z.string() }) }).parse(raised.body).data
  await callAs(product, owner, 'POST', `/api/alarms/${owner.deviceId}/acknowledge`, { alarmId })
  await expect.poll(() => arrived.length).toBeGreaterThanOrEqual(2)
  for (const { headers, body } of arrived) {
    const [id, seconds] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
    expect(headers['webhook-signature']).toBe(signatureOf(secret, id, seconds, Buffer.from(body)))
  }
  expect(arrived.map(({ body }) => JSON.parse(body))).toEqual(
    expect.arrayContaining([
      { type: 'test', timestamp: expect.any(String), data: {} },
      expect.objectContaining({ type: 'alarm.raised', data: expect.objectContaining({ alarmId, kind: 'TEST' }) }),
    ]),
  )
  const log = async () => logged.parse((await call('GET', `/${webhook.id}/deliveries`)).body).data.deliveries
  await expect
    .poll(log)
    .toContainEqual(expect.objectContaining({ type: 'test', state: 'DELIVERED', tries: 1, status: 204 }))

  const renewed = made.parse((await call('POST', `/${webhook.id}/secret`)).body).data
  expect(renewed.secret).not.toBe(secret)
  expect(renewed.webhook.formerSecretUntil).not.toBeNull()
  const foreign = await Promise.all([
    call('GET', `/${webhook.id}/deliveries`, undefined, stranger),
    call('POST', `/${webhook.id}/test`, undefined, stranger),
    call('POST', `/${webhook.id}/resume`, undefined, stranger),
    call('PUT', `/${webhook.id}`, entry({ deviceIds: [stranger.deviceId] }), stranger),
    call('POST', `/${webhook.id}/secret`, undefined, stranger),
    call('DELETE', `/${webhook.id}`, undefined, stranger),
  ])
  for (const answer of foreign) expect(outcome(answer)).toEqual([404, 'NOT_FOUND'])

  const other = entry({ url: url.replace('/hook', '/other'), events: ['battery.low'], places: true })
  const changed = changedTo.parse((await call('PUT', `/${webhook.id}`, other)).body).data
  expect(changed).toMatchObject({ id: webhook.id, url: other.url, events: ['battery.low'], places: true })
  const reported = await product.mail.emailTo(owner.email, /Ein Webhook wurde geändert/)
  expect(reported.text).toContain('ein Webhook geändert. An 127.0.0.1')
  expect(outcome(await call('PUT', `/${webhook.id}`, entry({ url: 'http://10.0.0.1/' })))).toEqual([
    400,
    'WEBHOOK_ADDRESS',
  ])

  expect((await call('DELETE', `/${webhook.id}`)).status).toBe(200)
  expect(outcome(await call('DELETE', `/${webhook.id}`))).toEqual([404, 'NOT_FOUND'])
  const { text } = await callAs(product, owner, 'GET', '/api/activity')
  for (const kind of ['webhook-made', 'webhook-changed', 'webhook-secret-renewed', 'webhook-removed'])
    expect(text).toContain(kind)
  expect(text).not.toContain('key=path')
})

test.each<[what: string, more: object, field: string]>([
  ['without an address', { url: '' }, 'url'],
  ['with another scheme', { url: 'ftp://example.org/' }, 'url'],
  ['with an address of two lines', { url: 'https://example.org/\r\nx: y' }, 'url'],
  ['with a long address', { url: `https://example.org/${'x'.repeat(webhooksLimits.urlLength)}` }, 'url'],
  ['for no event', { events: [] }, 'events'],
  ['for an event that nobody knows', { events: ['everything'] }, 'events.0'],
  ['for no vehicle', { deviceIds: [] }, 'deviceIds'],
])('none is made %s', async (_what, more, field) => {
  const answer = await call('POST', '', entry(more))
  expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
  expect(answer.body).toMatchObject({ error: { fields: expect.objectContaining({ [field]: expect.any(String) }) } })
})

test('none is made for an address that may not be called, for somebody else’s vehicle, or beyond the limit', async () => {
  expect(outcome(await call('POST', '', entry({ url: 'http://10.0.0.1/' })))).toEqual([400, 'WEBHOOK_ADDRESS'])
  const foreign = entry({ deviceIds: [owner.deviceId, stranger.deviceId] })
  expect(outcome(await call('POST', '', foreign))).toEqual([403, 'FORBIDDEN'])
  for (let count = 0; count < webhooksLimits.perAccount; count += 1) await make()
  await product.operator.deleteFrom('attempts').execute()
  expect(outcome(await call('POST', '', entry()))).toEqual([409, 'WEBHOOK_LIMIT'])
})
