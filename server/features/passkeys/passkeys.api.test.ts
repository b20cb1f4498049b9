import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import { type Passkey, passkeys } from '#contract/passkeys/passkeys.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { Authenticator, type Lies } from './testing/authenticator.ts'

let product: TestProduct
let owner: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

beforeEach(async () => {
  owner = await becomeCustomer(product)
  await product.operator.deleteFrom('attempts').where('kind', '=', passkeys.signIn.limit.rules.failures.kind).execute()
})

const path = '/api/passkeys'
const newAuthenticator = () => new Authenticator(product.settings.PUBLIC_URL)
const dataOf = <T>(reply: { parse(value: unknown): T }, body: unknown): T =>
  reply.parse(z.object({ data: z.unknown() }).parse(body).data)

const beginRegistration = async (person = owner) =>
  dataOf(passkeys.beginRegistration.reply, (await callAs(product, person, 'POST', `${path}/registration`)).body)

async function register({ name = 'Mein Handy', person = owner, authenticator = newAuthenticator(), lies = {} } = {}) {
  const answer = authenticator.create(await beginRegistration(person), lies)
  return { authenticator, reply: await callAs(product, person, 'POST', path, { name, answer }) }
}

async function registered(person = owner): Promise<{ authenticator: Authenticator; passkey: Passkey }> {
  const { authenticator, reply } = await register({ person })
  return { authenticator, passkey: dataOf(passkeys.finishRegistration.reply, reply.body) }
}

const list = async (person = owner) => dataOf(passkeys.list.reply, (await callAs(product, person, 'GET', path)).body)
const beginSignIn = async () =>
  dataOf(passkeys.beginSignIn.reply, (await send(product.url, 'POST', `${path}/sign-in/begin`)).body)

/** Signs in, as a visitor whose address nobody knows. */
async function enter(authenticator: Authenticator, lies: Lies = {}, browserKey?: string) {
  const body = { ...authenticator.prove(await beginSignIn(), lies), browserKey }
  return send(product.url, 'POST', `${path}/sign-in`, { body })
}

/** All challenges that are open now were asked some minutes ago. */
const age = (minutes: number) =>
  product.operator
    .updateTable('passkey_challenges')
    .set({ expires_at: sql`expires_at - make_interval(mins => ${minutes})` })
    .execute()

// First, while no other e-mails wait to be sent.
describe('the owner’s passkeys', () => {
  test('are reported by e-mail when they come and go, and „Das war ich nicht“ removes them all', async () => {
    const { authenticator, passkey } = await registered()
    const added = await product.mail.emailTo(owner.email, /Ein Passkey wurde hinzugefügt/)
    await registered()
    await callAs(product, owner, 'DELETE', `${path}/${passkey.id}`)
    await product.mail.emailTo(owner.email, /Ein Passkey wurde entfernt/)
    const token = linkIn(added).searchParams.get('token')
    expect((await send(product.url, 'POST', '/api/auth/secure-account', { body: { token } })).status).toBe(200)
    expect((await enter(authenticator)).code).toBe('PASSKEY_UNKNOWN')
    const left = await product.operator.selectFrom('passkeys').selectAll().where('user_id', '=', owner.userId).execute()
    expect(left).toEqual([])
  })
})

describe('a new passkey', () => {
  test('is listed under its name, and signs in without an address: the session is the account’s', async () => {
    const { authenticator, passkey } = await registered()
    expect(passkey).toMatchObject({ name: 'Mein Handy', lastUsedAt: null, backedUp: false })
    expect(await list()).toEqual([passkey])
    const entered = await enter(authenticator)
    expect(entered.status).toBe(200)
    const { user, token } = dataOf(passkeys.signIn.reply, entered.body)
    expect(user).toMatchObject({ id: owner.userId, email: owner.email })
    expect((await callAs(product, { ...owner, token }, 'GET', '/api/users/profile')).status).toBe(200)
    expect(await list()).toMatchObject([{ id: passkey.id, lastUsedAt: expect.any(String) }])
  })

  test('is asked for with a key that is found without an address and verifies its owner, and not a second time from the same authenticator', async () => {
    const { authenticator } = await registered()
    expect(await beginRegistration()).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId.toString('base64url') }],
    })
    expect(await beginSignIn()).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  })

  test.each<[string, Lies]>([
    ['made for another address', { origin: 'https://wegwarte.example.net' }],
    ['made for another site', { rpId: 'example.net' }],
    ['made without its owner being verified', { verified: false }],
    ['made with nobody there', { present: false }],
    ['that is the proof of another', { type: 'webauthn.get' }],
  ])('%s is refused', async (_name, lies) => {
    const { reply } = await register({ lies })
    expect(outcome(reply)).toEqual([400, 'PASSKEY_REFUSED'])
    expect(await list()).toEqual([])
  })

  test('answers its challenge once, in the session that asked, and within minutes', async () => {
    const authenticator = newAuthenticator()
    const body = { name: 'Handy', answer: authenticator.create(await beginRegistration()) }
    const elsewhere = { ...owner, ...(await signIn(product, owner)) }
    expect((await callAs(product, elsewhere, 'POST', path, body)).code).toBe('PASSKEY_TOO_LATE')
    const both = await Promise.all([1, 2].map(() => callAs(product, owner, 'POST', path, body)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 410])

    const late = { name: 'Handy', answer: newAuthenticator().create(await beginRegistration()) }
    await age(passkeysLimits.minutesToAnswer)
    expect((await callAs(product, owner, 'POST', path, late)).code).toBe('PASSKEY_TOO_LATE')
  })

  test('cannot answer a challenge of a sign-in', async () => {
    const { challenge } = await beginSignIn()
    const answer = newAuthenticator().create({ ...(await beginRegistration()), challenge })
    expect((await callAs(product, owner, 'POST', path, { name: 'Handy', answer })).code).toBe('PASSKEY_TOO_LATE')
  })

  test('that another account has already is refused', async () => {
    const { authenticator } = await registered()
    const { reply } = await register({ person: await becomeCustomer(product), authenticator })
    expect(outcome(reply)).toEqual([409, 'PASSKEY_EXISTS'])
  })

  test('beyond the limit of an account is refused, also when several are added at once', async () => {
    const most = passkeysLimits.perAccount
    for (let count = 1; count < most; count += 1) await registered()
    const bodies = []
    for (let count = 0; count < 3; count += 1) {
      bodies.push({ name: 'Noch einer', answer: newAuthenticator().create(await beginRegistration()) })
    }
    const answers = await Promise.all(bodies.map((body) => callAs(product, owner, 'POST', path, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await callAs(product, owner, 'POST', `${path}/registration`)).code).toBe('PASSKEY_LIMIT_REACHED')
    expect(await list()).toHaveLength(most)
  })

  test.each([
    ['no client data', { clientDataJSON: 'AAAA' }],
    ['client data without a challenge', { clientDataJSON: Buffer.from('{"type":7}').toString('base64url') }],
    ['client data that is null', { clientDataJSON: Buffer.from('null').toString('base64url') }],
  ])('with %s is refused', async (_name, wrong) => {
    const answer = newAuthenticator().create(await beginRegistration())
    const body = { name: 'Handy', answer: { ...answer, response: { ...answer.response, ...wrong } } }
    expect(outcome(await callAs(product, owner, 'POST', path, body))).toEqual([400, 'PASSKEY_REFUSED'])
  })

  test.each([
    ['nothing but nesting', Buffer.alloc(5000, 0x81)],
    ['a list that says it is endless', Buffer.from('9bffffffffffffffff', 'hex')],
    ['no data of an authenticator', Buffer.from('a163666d74646e6f6e65', 'hex')],
  ])('whose attestation is %s is refused', async (_name, attestation) => {
    const answer = newAuthenticator().create(await beginRegistration())
    const response = { ...answer.response, attestationObject: attestation.toString('base64url') }
    const body = { name: 'Handy', answer: { ...answer, response } }
    expect(outcome(await callAs(product, owner, 'POST', path, body))).toEqual([400, 'PASSKEY_REFUSED'])
  })

  test('with an attestation that nobody asked for is taken without it', async () => {
    const answer = newAuthenticator().create(await beginRegistration())
    const attestation = Buffer.from(answer.response.attestationObject, 'base64url')
    // {"fmt": "apple", "attStmt": {"x5c": []}, "authData": …} in place of "none" and {}.
    const start = Buffer.from('a363666d74656170706c656761747453746d74a1637835638068', 'hex')
    const foreign = Buffer.concat([start, attestation.subarray('a363666d74646e6f6e656761747453746d74a068'.length / 2)])
    const response = { ...answer.response, attestationObject: foreign.toString('base64url') }
    const reply = await callAs(product, owner, 'POST', path, { name: 'iPhone', answer: { ...answer, response } })
    expect(reply.status).toBe(201)
  })
})

describe('a sign-in with a passkey', () => {
  test.each<[string, () => Lies]>([
    ['from another address', () => ({ origin: 'https://wegwarte.example.net' })],
    ['for another site', () => ({ rpId: 'example.net' })],
    ['without its owner being verified', () => ({ verified: false })],
    ['signed by another key', () => ({ signer: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
    ['that names another account', () => ({ userHandle: 'YW5uYQ' })],
    ['that is no sign-in', () => ({ type: 'webauthn.create' })],
  ])('%s is refused', async (_name, lies) => {
    const { authenticator } = await registered()
    expect(outcome(await enter(authenticator, lies()))).toEqual([400, 'PASSKEY_REFUSED'])
    expect((await enter(authenticator)).status).toBe(200)
  })

  test('without an account’s name is refused', async () => {
    const { authenticator } = await registered()
    const answer = authenticator.prove(await beginSignIn())
    const body = { ...answer, response: { ...answer.response, userHandle: undefined } }
    const reply = await send(product.url, 'POST', `${path}/sign-in`, { body })
    expect(outcome(reply)).toEqual([400, 'PASSKEY_REFUSED'])
  })

  test('answers its challenge once and within minutes, and no challenge of somebody who is signed in', async () => {
    const { authenticator } = await registered()
    const body = authenticator.prove(await beginSignIn())
    const post = (answer: unknown) => send(product.url, 'POST', `${path}/sign-in`, { body: answer })
    const both = await Promise.all([post(body), post(body)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const late = authenticator.prove(await beginSignIn())
    await age(passkeysLimits.minutesToAnswer)
    expect((await post(late)).code).toBe('PASSKEY_TOO_LATE')
    const { challenge } = await beginRegistration()
    expect((await post(authenticator.prove({ ...(await beginSignIn()), challenge }))).code).toBe('PASSKEY_TOO_LATE')
  })

  test('whose authenticator has counted no further is refused: the key may have been copied', async () => {
    const { authenticator } = await registered()
    await enter(authenticator)
    await enter(authenticator)
    authenticator.counter = 0
    expect(outcome(await enter(authenticator))).toEqual([400, 'PASSKEY_REFUSED'])
  })

  test('whose authenticator does not count is accepted each time', async () => {
    const authenticator = newAuthenticator()
    authenticator.counts = false
    await register({ authenticator })
    for (let time = 0; time < 3; time += 1) expect((await enter(authenticator)).status).toBe(200)
  })

  test('after the passkey was removed is told so', async () => {
    const { authenticator, passkey } = await registered()
    expect((await callAs(product, owner, 'DELETE', `${path}/${passkey.id}`)).status).toBe(200)
    expect(outcome(await enter(authenticator))).toEqual([404, 'PASSKEY_UNKNOWN'])
  })

  test.each([
    ['disabled', 'ACCOUNT_DISABLED', { disabled_at: new Date() }],
    ['without a confirmed address', 'EMAIL_NOT_VERIFIED', { email_verified_at: null }],
    ['without a confirmed device', 'IMEI_NOT_VERIFIED', { imei_verified_at: null }],
  ])('to an account %s is refused like with the password', async (_name, code, change) => {
    const { authenticator } = await registered()
    await product.operator.updateTable('users').set(change).where('id', '=', owner.userId).execute()
    expect(outcome(await enter(authenticator))).toEqual([403, code])
    expect((await send(product.url, 'POST', '/api/auth/login', { body: owner })).code).toBe(code)
  })

  test('can fail only a limited number of times from one network; what succeeds does not count', async () => {
    const { authenticator } = await registered()
    await enter(authenticator)
    const stranger = newAuthenticator()
    for (let time = 0; time < passkeysLimits.failuresPerNetwork; time += 1) {
      expect((await enter(stranger)).code).toBe('PASSKEY_UNKNOWN')
    }
    expect((await enter(stranger)).code).toBe('RATE_LIMITED')
    // Another browser behind the same address is not slowed by that.
    expect((await enter(authenticator, {}, '0'.repeat(32))).status).toBe(200)
  })
})

describe('a step-up with a passkey', () => {
  const beginStepUp = async (person = owner) =>
    dataOf(passkeys.beginStepUp.reply, (await callAs(product, person, 'POST', `${path}/step-up`)).body)
  const confirm = (answer: unknown, person = owner) =>
    callAs(product, person, 'POST', '/api/auth/step-up', { proof: 'passkey', answer })
  const wasConfirmedLongAgo = () =>
    product.operator
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', owner.userId)
      .execute()

  test('lets the session do what needs it', async () => {
    const { authenticator, passkey } = await registered()
    await wasConfirmedLongAgo()
    const remove = () => callAs(product, owner, 'DELETE', `${path}/${passkey.id}`)
    expect(outcome(await remove())).toEqual([403, 'STEP_UP_REQUIRED'])
    const ways = await callAs(product, owner, 'GET', '/api/auth/step-up')
    expect(ways.body).toMatchObject({ data: { proofs: ['passkey', 'password'] } })
    const request = await beginStepUp()
    expect(request.allowCredentials).toMatchObject([{ id: authenticator.credentialId.toString('base64url') }])
    expect((await confirm(authenticator.prove(request))).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  test('is refused with the passkey of another account, in another session, a second time, and with an answer to a sign-in', async () => {
    const { authenticator } = await registered()
    await wasConfirmedLongAgo()
    const stranger = await becomeCustomer(product)
    const foreign = (await registered(stranger)).authenticator
    expect((await confirm(foreign.prove(await beginStepUp()))).code).toBe('PASSKEY_REFUSED')
    const elsewhere = { ...owner, ...(await signIn(product, owner)) }
    expect((await confirm(authenticator.prove(await beginStepUp(elsewhere)))).code).toBe('PASSKEY_TOO_LATE')
    expect((await confirm(authenticator.prove(await beginSignIn()))).code).toBe('PASSKEY_TOO_LATE')
    expect((await callAs(product, owner, 'POST', `${path}/registration`)).code).toBe('STEP_UP_REQUIRED')
    const answer = authenticator.prove(await beginStepUp())
    expect([(await confirm(answer)).status, (await confirm(answer)).code]).toEqual([200, 'PASSKEY_TOO_LATE'])
  })

  test('is no way for an account without passkeys', async () => {
    const answer = newAuthenticator().prove(await beginStepUp())
    expect((await confirm(answer)).code).toBe('PROOF_NOT_ENOUGH')
  })
})

describe('passkeys', () => {
  test('get another name', async () => {
    const { passkey } = await registered()
    const renamed = await callAs(product, owner, 'PUT', `${path}/${passkey.id}`, { name: ' Schlüssel am Bund ' })
    expect(dataOf(passkeys.rename.reply, renamed.body)).toEqual({ ...passkey, name: 'Schlüssel am Bund' })
    for (const name of ['', '   ', 'x'.repeat(61), 'zwei\nZeilen']) {
      expect((await callAs(product, owner, 'PUT', `${path}/${passkey.id}`, { name })).code).toBe('VALIDATION_ERROR')
    }
  })

  test('are out of anybody else’s reach', async () => {
    const { passkey } = await registered()
    const stranger = await becomeCustomer(product)
    expect(await list(stranger)).toEqual([])
    expect((await callAs(product, stranger, 'DELETE', `${path}/${passkey.id}`)).code).toBe('NOT_FOUND')
    expect((await callAs(product, stranger, 'PUT', `${path}/${passkey.id}`, { name: 'Meiner' })).code).toBe('NOT_FOUND')
    expect(await list()).toEqual([passkey])
  })

  test('do not stay with an account that is confirmed anew', async () => {
    await registered()
    const users = product.operator.updateTable('users').where('id', '=', owner.userId)
    await users.set({ email_verified_at: null, imei_verified_at: null, password_confirmed_at: null }).execute()
    await product.operator.deleteFrom('attempts').execute()
    const links = () =>
      product.mail.emails.filter(
        ({ to, subject }) => to?.[0]?.address === owner.email && subject === 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      )
    await send(product.url, 'POST', '/api/auth/resend-verification', { body: { email: owner.email } })
    await expect.poll(links, { timeout: 10_000 }).toHaveLength(2)
    const [, mailed] = links()
    const token = mailed === undefined ? null : linkIn(mailed).searchParams.get('token')
    const password = 'ganz-neu-1'
    const confirmed = await send(product.url, 'POST', '/api/auth/confirm-password', { body: { token, password } })
    expect(confirmed.status).toBe(200)
    const left = await product.operator.selectFrom('passkeys').selectAll().where('user_id', '=', owner.userId).execute()
    expect(left).toEqual([])
  })

  test('go with the account', async () => {
    const { authenticator } = await registered()
    await beginRegistration()
    await product.operator.deleteFrom('users').where('id', '=', owner.userId).execute()
    expect((await enter(authenticator)).code).toBe('PASSKEY_UNKNOWN')
  })
})

test('answers of other lengths and forms are refused before anything is read', async () => {
  const { authenticator } = await registered()
  const answer = authenticator.prove(await beginSignIn())
  const wrong = [
    { ...answer, id: 'x'.repeat(2000) },
    { ...answer, response: { ...answer.response, signature: 'x'.repeat(9000) } },
    { ...answer, response: { ...answer.response, clientDataJSON: 'kein base64url!' } },
    { ...answer, type: 'password' },
  ]
  for (const body of wrong) {
    expect((await send(product.url, 'POST', `${path}/sign-in`, { body })).code).toBe('VALIDATION_ERROR')
  }
  const padded = { ...answer, rawId: `${answer.rawId}AA` }
  expect((await send(product.url, 'POST', `${path}/sign-in`, { body: padded })).code).toBe('PASSKEY_REFUSED')
})
