import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import { phones } from '#contract/phones/phones.ts'
import { agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { type PhoneReceiver, startPhoneReceiver, testSecret } from '#server/phone/testing/receiver.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let receiver: PhoneReceiver
let product: TestProduct
let owner: Person
let numbers = 0
/** A number that no other test asks for. */
let written: string
let number: string

beforeAll(async () => {
  receiver = await startPhoneReceiver()
  product = await startTestProduct({
    ALERT_WEBHOOK_URL: receiver.url,
    ALERT_WEBHOOK_SECRET: testSecret,
    ...(await ownDatabase()),
  })
}, 60_000)
afterAll(async () => {
  await product.close()
  await receiver.close()
})

beforeEach(async () => {
  owner = await becomeCustomer(product)
  receiver.answer = (response) => response.writeHead(204).end()
  const digits = String(1_000_000 + (numbers += 1))
  written = `0170 / ${digits}`
  number = `+49170${digits}`
})

const call = (method: string, path: string, body?: unknown, token: string | null = owner.token) =>
  send(product.url, method, `/api/phones${path}`, {
    ...(token !== null && { token }),
    ...(body !== undefined && { body }),
  })
const form = (channel = 'SMS') => ({ country: 'DE', number: written, channel })
const messagesTo = (to: string) => receiver.received.filter((message) => message.to === to)
const codeIn = (text: string | undefined) =>
  /Ihr Code ist:? ([\d, ]+)\./.exec(text ?? '')?.[1]?.replaceAll(', ', '') ?? ''
const stateOf = (body: unknown) => z.object({ data: phones.show.reply }).parse(body).data
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('the browser learns that there are text messages and calls', async () => {
  const { body } = await send(product.url, 'GET', '/api/config')
  expect(body).toMatchObject({ data: { phones: true } })
})

describe.each([
  ['SMS', /^Wegwarte: Ihr Code ist \d{6}\. Er gilt 10 Minuten\.[^]*\n@localhost #\d{6}$/],
  ['VOICE', /Ihr Code ist: (?:\d, ){5}\d\. Noch einmal: (?:\d, ){5}\d\./],
] as const)('by %s', (channel, words) => {
  test('a number gets a code, and with the code it is its owner’s', async () => {
    const asked = await call('POST', '/code', form(channel))
    expect(stateOf(asked.body)).toMatchObject({ phone: null, asked: { ending: number.slice(-3), channel } })
    const [message] = messagesTo(number)
    expect(message?.text).toMatch(words)
    const confirmed = await call('POST', '/confirm', { code: codeIn(message?.text) })
    expect(stateOf(confirmed.body)).toMatchObject({ phone: { ending: number.slice(-3), channel }, asked: null })
    expect(JSON.stringify(confirmed.body)).not.toContain(number.slice(3, -3))
    expect((await call('DELETE', '')).status).toBe(200)
    expect(stateOf((await call('GET', '')).body)).toEqual({ phone: null, asked: null })
  })
})

test('the code is stored as a hash only', async () => {
  await call('POST', '/code', form())
  const code = codeIn(messagesTo(number)[0]?.text)
  const row = await product.operator
    .selectFrom('phone_codes')
    .select('code_hash')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(row.code_hash).toMatch(/^\$argon2id\$/)
  expect(row.code_hash).not.toContain(code)
})

describe('refused are', () => {
  test.each([
    ['110', 'mit Vorwahl'],
    ['0170', 'mit Vorwahl'],
    ['abends', 'mit Vorwahl'],
    [`0170 ${'1'.repeat(60)}`, 'mit Vorwahl'],
    ['0900 1234567', 'Sonderrufnummer'],
    ['+1 900 555 1234', 'Sonderrufnummer'],
    ['+44 909 123 4567', 'Sonderrufnummer'],
    ['+33 899 123456', 'Sonderrufnummer'],
    ['+39 899 123456', 'Sonderrufnummer'],
    ['+247 40123', 'dieses Landes'],
    ['+252 61 1234567', 'dieses Landes'],
    ['+960 771 2345', 'dieses Landes'],
  ])('the number %s, to which nothing is sent: %s', async (wrongNumber, words) => {
    const sent = receiver.received.length
    const answer = await call('POST', '/code', { ...form(), number: wrongNumber })
    expect(answer.body).toMatchObject({
      error: { code: 'VALIDATION_ERROR', fields: { number: expect.stringContaining(words) } },
    })
    expect(receiver.received).toHaveLength(sent)
  })

  test('a wrong code, and after a few of them the right one, too', async () => {
    await call('POST', '/code', form())
    const code = codeIn(messagesTo(number)[0]?.text)
    for (let tries = 0; tries < phonesServerLimits.triesPerCode; tries += 1) {
      expect((await call('POST', '/confirm', { code: wrong(code) })).code).toBe('PHONE_CODE_WRONG')
    }
    expect((await call('POST', '/confirm', { code })).code).toBe('PHONE_CODE_OVER')
  })

  test('a code twice, a former code, and somebody else’s', async () => {
    await call('POST', '/code', form())
    const first = codeIn(messagesTo(number)[0]?.text)
    await call('POST', '/code', form())
    const second = codeIn(messagesTo(number)[1]?.text)
    if (first !== second) expect((await call('POST', '/confirm', { code: first })).code).toBe('PHONE_CODE_WRONG')
    const stranger = await becomeCustomer(product)
    expect((await call('POST', '/confirm', { code: second }, stranger.token)).code).toBe('PHONE_CODE_OVER')
    expect((await call('POST', '/confirm', { code: second })).status).toBe(200)
    expect((await call('POST', '/confirm', { code: second })).code).toBe('PHONE_CODE_OVER')
  })

  test('more codes than a few, of one account and to one number', async () => {
    for (let count = 0; count < phonesServerLimits.codesPerPersonPerDay; count += 1) {
      expect((await call('POST', '/code', form())).status).toBe(200)
    }
    expect((await call('POST', '/code', form())).code).toBe('RATE_LIMITED')
    const stranger = await becomeCustomer(product)
    expect((await call('POST', '/code', form(), stranger.token)).code).toBe('RATE_LIMITED')
    expect(messagesTo(number)).toHaveLength(phonesServerLimits.codesPerPersonPerDay)
  })
})

test.each([500, 422, 302])('a webhook that answers %i leaves no code behind', async (status) => {
  receiver.answer = (response) => response.writeHead(status, { location: receiver.url }).end()
  const answer = await call('POST', '/code', form())
  expect([answer.status, answer.code]).toEqual([503, 'PHONE_NOT_REACHED'])
  expect(stateOf((await call('GET', '')).body).asked).toBeNull()
  expect(messagesTo(number)).toHaveLength(1)
})

test('an emergency contact confirms a number by their link; whoever invited them does not learn it', async () => {
  const friend = `friend-${numbers}@example.org`
  const contacts = `/api/emergency-contacts/${owner.deviceId}`
  await send(product.url, 'POST', contacts, { token: owner.token, body: { email: friend } })
  const { text } = await product.mail.emailTo(friend, /Notfallkontakt/)
  const link = /emergency-contact#([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
  expect((await call('POST', '/contact/code', form(), link)).code).toBe('EMERGENCY_LINK_OVER')
  await send(product.url, 'POST', '/api/emergency-contacts/invitation/accept', {
    token: link,
    body: { version: agreementVersion },
  })

  expect((await call('POST', '/contact/code', form(), link)).status).toBe(200)
  const code = codeIn(messagesTo(number)[0]?.text)
  expect((await call('POST', '/contact/confirm', { code: wrong(code) }, link)).code).toBe('PHONE_CODE_WRONG')
  expect((await call('POST', '/contact/confirm', { code }, link)).status).toBe(200)
  expect(stateOf((await call('GET', '/contact', undefined, link)).body).phone).toMatchObject({ channel: 'SMS' })
  expect(stateOf((await call('GET', '')).body).phone).toBeNull()
  const chain = await send(product.url, 'GET', contacts, { token: owner.token })
  expect(chain.body).toMatchObject({ data: { contacts: [{ email: friend, phone: 'SMS' }] } })
  expect(JSON.stringify(chain.body)).not.toContain(number.slice(-7))

  for (const stranger of [owner.token, 'A'.repeat(43), null]) {
    expect((await call('GET', '/contact', undefined, stranger)).code).toBe('EMERGENCY_LINK_OVER')
  }
  expect((await call('DELETE', '/contact', undefined, link)).status).toBe(200)
  expect(stateOf((await call('GET', '/contact', undefined, link)).body)).toEqual({ phone: null, asked: null })
})

test('„Das war ich nicht“ deletes the phone, which somebody else may have confirmed', async () => {
  await call('POST', '/code', form())
  await call('POST', '/confirm', { code: codeIn(messagesTo(number)[0]?.text) })
  const changed = await send(product.url, 'POST', '/api/user/change-password', {
    token: owner.token,
    body: { currentPassword: owner.password, newPassword: 'another long password' },
  })
  expect(changed.status).toBe(200)
  const phonesOf = () => product.operator.selectFrom('phones').select('number').where('number', '=', number).execute()
  expect(await phonesOf()).toHaveLength(1)
  const { text } = await product.mail.emailTo(owner.email, /Passwort/)
  const token = /secure-account\?token=([\w-]{43})/.exec(text ?? '')?.[1]
  await send(product.url, 'POST', '/api/auth/secure-account', { body: { token } })
  expect(await phonesOf()).toEqual([])
})

test('without a webhook there are no codes, and the browser knows', async () => {
  const plain = await startTestProduct(await ownDatabase())
  const person = await becomeCustomer(plain)
  expect((await send(plain.url, 'GET', '/api/config')).body).toMatchObject({ data: { phones: false } })
  const answer = await send(plain.url, 'POST', '/api/phones/code', { token: person.token, body: form() })
  expect([answer.status, answer.code]).toEqual([409, 'PHONES_OFF'])
  await plain.close()
}, 60_000)
