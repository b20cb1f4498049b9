import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/passwords.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, type Person, sell } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let anna: Person

beforeAll(async () => {
  product = await startTestProduct({ TRUST_PROXY: '127.0.0.1', ...(await ownDatabase()) })
  anna = await becomeCustomer(product)
}, 60_000)

afterAll(() => product.close())

beforeEach(() => product.operator.deleteFrom('attempts').execute())

/** A sign-in from a network, with the status and the code of its answer. */
async function signIn(email: string, password: string, network: string, browserKey?: string) {
  const body = { email, password, browserKey }
  return outcome(await send(product.url, 'POST', '/api/auth/login', { body, headers: { 'x-forwarded-for': network } }))
}

const stranger = (index: number) => `198.51.${index >> 8}.${index & 0xff}`
const wrong = [401, 'UNAUTHORIZED']
const limited = [429, 'RATE_LIMITED']
const right = [200, undefined]

describe('strangers who guess', () => {
  test('from many networks, at one account and at others, lock nothing for its owner on a network of their own', async () => {
    for (let index = 0; index < 40; index += 1) {
      expect(await signIn(anna.email, 'falsch1', stranger(index))).toEqual(wrong)
      expect(await signIn(`nobody${index}@example.org`, 'falsch1', stranger(index))).toEqual(wrong)
    }
    expect(await signIn(anna.email, anna.password, '203.0.113.1')).toEqual(right)
    expect(await signIn(anna.email, anna.password, '2001:db8:1:1::7')).toEqual(right)
  })

  test('have three tries at an account from one network, even if all come at once; of IPv6 a network is a /64', async () => {
    const guesses = Array.from({ length: 12 }, () => signIn(anna.email, 'falsch1', '203.0.113.2'))
    const answers = (await Promise.all(guesses)).map(([status]) => status)
    expect(answers.toSorted()).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)])
    expect(await signIn(anna.email, anna.password, '203.0.113.2')).toEqual(limited)

    for (const host of [1, 2, 3]) expect(await signIn(anna.email, 'falsch1', `2001:db8:2:2::${host}`)).toEqual(wrong)
    expect(await signIn(anna.email, anna.password, '2001:db8:2:2:ffff::4')).toEqual(limited)
    expect(await signIn(anna.email, anna.password, '2001:db8:2:3::4')).toEqual(right)
  })

  test('have twenty tries a minute from one network at all accounts together', async () => {
    for (let index = 0; index < 20; index += 1)
      expect(await signIn(`nobody${index}@example.org`, 'falsch1', '203.0.113.3')).toEqual(wrong)
    expect(await signIn('one-more@example.org', 'falsch1', '203.0.113.3')).toEqual(limited)
    expect(await signIn(anna.email, anna.password, '203.0.113.3')).toEqual(limited)
  })

  test('do not slow a browser behind the same address that has signed in to the account before', async () => {
    const [key, unknownKey] = ['0'.repeat(32), '1'.repeat(32)]
    expect(await signIn(anna.email, anna.password, '203.0.113.4', key)).toEqual(right)
    for (let index = 0; index < 20; index += 1) await signIn(`nobody${index % 7}@example.org`, 'falsch1', '203.0.113.4')
    for (let tries = 0; tries < 3; tries += 1) await signIn(anna.email, 'falsch1', '203.0.113.4')
    expect(await signIn(anna.email, anna.password, '203.0.113.4')).toEqual(limited)
    expect(await signIn(anna.email, anna.password, '203.0.113.4', unknownKey)).toEqual(limited)
    expect(await signIn(anna.email, anna.password, '203.0.113.4', key)).toEqual(right)
    // It is known to this account alone.
    expect(await signIn('nobody1@example.org', 'falsch1', '203.0.113.4', key)).toEqual(limited)
  })

  test('with the key of such a browser have ten tries, like somebody who mistypes', async () => {
    const key = '2'.repeat(32)
    expect(await signIn(anna.email, anna.password, '203.0.113.5', key)).toEqual(right)
    for (let tries = 0; tries < 10; tries += 1)
      expect(await signIn(anna.email, 'falsch1', stranger(tries), key)).toEqual(wrong)
    expect(await signIn(anna.email, 'falsch1', stranger(11), key)).toEqual(limited)
    // Their owner elsewhere does not notice.
    expect(await signIn(anna.email, anna.password, '203.0.113.6')).toEqual(right)
  })

  test('learn nothing from whether they are refused: an account that does not exist has as many tries', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await signIn('Nobody@example.org', 'falsch1', '203.0.113.7')).toEqual(wrong)
    expect(await signIn('nobody@example.org', 'falsch1', '203.0.113.7')).toEqual(limited)
  })
})

test('who has mistyped and sets a new password by the link in the mailbox signs in with it at once', async () => {
  const person = await becomeCustomer(product)
  const network = '203.0.113.8'
  const reset = async (path: string, body: object) =>
    send(product.url, 'POST', `/api/auth/password-reset${path}`, { body, headers: { 'x-forwarded-for': network } })
  for (let tries = 0; tries < 3; tries += 1) await signIn(person.email, 'falsch1', network)
  expect(await signIn(person.email, person.password, network)).toEqual(limited)
  await reset('', { email: person.email })
  const token = linkIn(await product.mail.emailTo(person.email, /Passwort/)).searchParams.get('token')
  expect((await reset('/confirm', { token, newPassword: 'ganz-neu-1' })).status).toBe(200)
  expect(await signIn(person.email, 'ganz-neu-1', network)).toEqual(right)
})

test('a link to set a new password stays valid while somebody else has more of them sent', async () => {
  const person = await becomeCustomer(product)
  const ask = () => send(product.url, 'POST', '/api/auth/password-reset', { body: { email: person.email } })
  await ask()
  const first = linkIn(await product.mail.emailTo(person.email, /Passwort/)).searchParams.get('token')
  await product.operator.deleteFrom('attempts').execute()
  product.mail.emails.length = 0
  await ask()
  const second = linkIn(await product.mail.emailTo(person.email, /Passwort/)).searchParams.get('token')
  const set = async (token: string | null) => {
    const body = { token, newPassword: 'ganz-neu-2' }
    return outcome(await send(product.url, 'POST', '/api/auth/password-reset/confirm', { body }))
  }
  expect(await set(first)).toEqual(right)
  expect(await set(second)).toEqual([401, 'TOKEN_INVALID'])
})

test('strangers who try IMEIs for an account that is not finished leave its owner a try on a network of their own', async () => {
  const [email, imei] = ['neue-kundin@example.org', '350000000044444']
  await sell(product, { imei })
  await send(product.url, 'POST', '/api/auth/register', { body: { email, password: 'kein-haeufiges' } })
  const token = linkIn(await product.mail.emailTo(email)).searchParams.get('token')
  await send(product.url, 'POST', '/api/auth/confirm-password', { body: { token, password: 'kein-haeufiges' } })
  const claim = async (tried: string, network: string) => {
    const headers = { 'x-forwarded-for': network }
    return outcome(await send(product.url, 'POST', '/api/auth/verify-imei', { body: { email, imei: tried }, headers }))
  }
  const tries = Array.from({ length: 40 }, (_, index) => stranger(index % 8))
  const answers: unknown[] = []
  for (const network of tries) answers.push((await claim('999999999999999', network))[0])
  expect(answers).toContain(429)
  expect(await claim(imei, '203.0.113.13')).toEqual(right)
})

describe('a password typed on another keyboard', () => {
  // The same text: ü as one character, and as u with two dots after it (Unicode, normal forms NFC and NFD).
  const composed = 'Gr\u00fc\u00dfe-Stra\u00dfe-1'
  const decomposed = composed.normalize('NFD')

  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('is the same password: set as %j, typed as %j', async (set, typed) => {
    const person = await becomeCustomer(product)
    const call = (method: string, path: string, body: unknown) =>
      send(product.url, method, path, { body, token: person.token })
    const change = { currentPassword: person.password, newPassword: set }
    expect((await call('POST', '/api/user/change-password', change)).status).toBe(200)
    expect(await signIn(person.email, typed, '203.0.113.9')).toEqual(right)
    expect(await signIn(person.email, set, '203.0.113.9')).toEqual(right)
    expect((await call('POST', '/api/auth/step-up', { proof: 'password', password: typed })).status).toBe(200)
    const back = { currentPassword: typed, newPassword: person.password }
    expect((await call('POST', '/api/user/change-password', back)).status).toBe(200)
  })
})

describe('one of the commonest passwords', () => {
  const common = ['123456', 'passwort', 'QWERTZ123']
  const refusal = (field: string) => ({
    error: { code: 'PASSWORD_TOO_COMMON', fields: { [field]: expect.stringMatching(/anderes/) } },
  })

  test.each(common)('%j is refused where an account is made, with a sentence at the field', async (password) => {
    const body = { email: 'neu@example.org', password }
    const answer = await send(product.url, 'POST', '/api/auth/register', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject(refusal('password'))
  })

  test('is refused by the link of a registration and of a reset, and they can still be used', async () => {
    const email = 'zweiter-versuch@example.org'
    await send(product.url, 'POST', '/api/auth/register', { body: { email, password: 'kein-haeufiges' } })
    const token = linkIn(await product.mail.emailTo(email)).searchParams.get('token')
    const confirm = (password: string) =>
      send(product.url, 'POST', '/api/auth/confirm-password', { body: { token, password } })
    expect((await confirm('passwort')).body).toMatchObject(refusal('password'))
    expect((await confirm('kein-haeufiges')).status).toBe(200)

    await product.operator.deleteFrom('attempts').execute()
    await send(product.url, 'POST', '/api/auth/password-reset', { body: { email } })
    const reset = linkIn(await product.mail.emailTo(email, /Passwort/)).searchParams.get('token')
    const set = (newPassword: string) =>
      send(product.url, 'POST', '/api/auth/password-reset/confirm', { body: { token: reset, newPassword } })
    expect((await set('123456')).body).toMatchObject(refusal('newPassword'))
    expect((await set('auch-kein-haeufiges')).status).toBe(200)
  })

  test('is refused where a password is changed; the present one was not asked for and goes on', async () => {
    const change = { currentPassword: 'falsch1', newPassword: 'qwertz123' }
    const answer = await send(product.url, 'POST', '/api/user/change-password', { body: change, token: anna.token })
    expect(answer.body).toMatchObject(refusal('newPassword'))
    expect(await signIn(anna.email, anna.password, '203.0.113.10')).toEqual(right)
  })

  test('that an account has from before goes on signing in', async () => {
    const person = await becomeCustomer(product)
    await product.operator
      .updateTable('users')
      .set({ password_hash: await hashPassword('123456', { line: 'test', first: true }) })
      .where('id', '=', person.userId)
      .execute()
    expect(await signIn(person.email, '123456', '203.0.113.11')).toEqual(right)
  })

  test('that is too short is still told its length', async () => {
    const body = { email: 'neu@example.org', password: '12345' }
    const answer = await send(product.url, 'POST', '/api/auth/register', { body })
    const fields = { password: 'Passwort muss mindestens 6 Zeichen lang sein' }
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_ERROR', fields } })
  })
})

describe('an account whose password was stored as it was typed, before spellings were one', () => {
  const decomposed = 'Gru\u0308\u00dfe-Stra\u00dfe-1'

  test('signs in with that spelling, and from then on with the other one as well', async () => {
    const person = await becomeCustomer(product)
    await product.operator
      .updateTable('users')
      .set({ password_hash: await hash(decomposed) })
      .where('id', '=', person.userId)
      .execute()
    const session = await send(product.url, 'POST', '/api/auth/login', {
      body: { email: person.email, password: decomposed },
    })
    expect(session.status).toBe(200)
    expect(await signIn(person.email, decomposed.normalize('NFC'), '203.0.113.12')).toEqual(right)
    expect(await signIn(person.email, decomposed, '203.0.113.12')).toEqual(right)
    // Sessions go on: the password is the same.
    expect((await send(product.url, 'GET', '/api/users/profile', { token: person.token })).status).toBe(200)
  })

  test('signs in as often as it is asked to at the same moment', async () => {
    const person = await becomeCustomer(product)
    await product.operator
      .updateTable('users')
      .set({ password_hash: await hash(decomposed) })
      .where('id', '=', person.userId)
      .execute()
    const networks = [1, 2, 3, 4].map((index) => `192.0.2.${index}`)
    const answers = await Promise.all(networks.map((network) => signIn(person.email, decomposed, network)))
    expect(answers).toEqual(networks.map(() => right))
  })
})
