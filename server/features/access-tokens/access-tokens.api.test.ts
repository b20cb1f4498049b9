import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { accessTokensLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import { accessTokens } from '#contract/access-tokens/access-tokens.ts'
import { alarms } from '#contract/alarms/alarms.ts'
import { type TokenScope, tokenScopes } from '#contract/base/token-scope.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
}, 60_000)
afterAll(() => product.close())
beforeEach(async () => {
  await product.operator.deleteFrom('access_tokens').execute()
  await product.operator.deleteFrom('attempts').execute()
})

const made = z.object({ data: accessTokens.make.reply })
const listed = z.object({ data: accessTokens.list.reply })
const alarmsOf = z.object({ data: alarms.list.reply })
const entry = (more: object = {}) => ({ name: 'Home Assistant', scopes: [...tokenScopes], days: 30, ...more })
const ask = (more: object = {}, person = owner) => callAs(product, person, 'POST', '/api/access-tokens', entry(more))
const make = async (more: object = {}, person = owner) => made.parse((await ask(more, person)).body).data
const list = async () =>
  listed.parse((await callAs(product, owner, 'GET', '/api/access-tokens')).body).data.accessTokens
const by = (token: string, path = '/api/devices', headers = {}) => send(product.url, 'GET', path, { token, headers })

test('a token is made, listed, used and revoked; it is shown once, and its owner gets an e-mail', async () => {
  const { token, accessToken } = await make()
  expect(token).toMatch(/^wegwarte_token_[\w-]{43}$/)
  expect(Date.parse(accessToken.expiresAt) - Date.parse(accessToken.createdAt)).toBe(30 * dayMs)
  expect(await list()).toEqual([accessToken])
  expect((await callAs(product, owner, 'GET', '/api/access-tokens')).text).not.toContain(token)
  const stored = await product.operator.selectFrom('access_tokens').select('token_hash').executeTakeFirstOrThrow()
  expect(stored.token_hash).toEqual(hashOf(token))
  expect((await by(token)).body).toMatchObject({ data: [{ id: owner.deviceId }] })
  expect(await list()).toMatchObject([{ lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])

  const email = await product.mail.emailTo(owner.email, /Ein Programm hat Zugriff/)
  expect(email.text).toContain('„Home Assistant“')
  expect(email.text).not.toContain(token)
  expect(linkIn(email).pathname).toBe('/secure-account')

  const revoke = () => callAs(product, owner, 'DELETE', `/api/access-tokens/${accessToken.id}`)
  expect((await revoke()).status).toBe(200)
  expect(outcome(await by(token))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  expect((await revoke()).status).toBe(404)
  const { text } = await callAs(product, owner, 'GET', '/api/activity')
  for (const kind of ['access-token-made', 'access-token-revoked']) expect(text).toContain(kind)
})

test.each<[what: string, more: object, field: string]>([
  ['without a name', { name: '  ' }, 'name'],
  ['with a name in two lines', { name: 'a\nb' }, 'name'],
  ['that may do nothing', { scopes: [] }, 'scopes'],
  ['that may do what nobody knows', { scopes: ['EVERYTHING'] }, 'scopes.0'],
  ['for no day', { days: 0 }, 'days'],
  ['for more than a year', { days: accessTokensLimits.longestDays + 1 }, 'days'],
])('none is made %s', async (_what, more, field) => {
  const answer = await ask(more)
  expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
  expect(answer.body).toMatchObject({ error: { fields: expect.objectContaining({ [field]: expect.any(String) }) } })
})

test('an account has only a few at a time', async () => {
  for (let count = 0; count < accessTokensLimits.perAccount; count += 1) await make()
  await product.operator.deleteFrom('attempts').execute()
  expect(outcome(await ask())).toEqual([409, 'ACCESS_TOKEN_LIMIT'])
})

test('a token opens its owner’s things alone, and only what its scopes say', async () => {
  const { token } = await make({ scopes: ['DEVICES', 'ALARMS'] })
  const { deviceId } = owner
  const answers = [
    ['/api/devices', [200, undefined]],
    [`/api/devices/${deviceId}`, [200, undefined]],
    [`/api/devices/${stranger.deviceId}`, [403, 'FORBIDDEN']],
    [`/api/alarms/${deviceId}`, [200, undefined]],
    [`/api/alarms/${stranger.deviceId}`, [403, 'FORBIDDEN']],
    [`/api/tracking/latest/${deviceId}`, [403, 'ACCESS_TOKEN_SCOPE']],
    ['/api/users/profile', [403, 'NOT_FOR_PROGRAMS']],
    ['/api/access-tokens', [403, 'NOT_FOR_PROGRAMS']],
    ['/api/shared-data', [401, 'SHARE_OVER']],
  ] as const
  for (const [path, expected] of answers) expect(outcome(await by(token, path)), path).toEqual(expected)
  const answer = await send(product.url, 'POST', `/api/alarms/${deviceId}/acknowledge`, {
    token,
    body: { alarmId: 'x' },
  })
  expect(outcome(answer)).toEqual([403, 'ACCESS_TOKEN_SCOPE'])
})

test('a program reads and answers an alarm without addresses of others, and its place only with the scope for it', async () => {
  const test = await callAs(product, owner, 'POST', `/api/alarms/${owner.deviceId}/test`)
  expect(test.status).toBe(201)
  await product.operator.updateTable('alarms').set({ latitude: 49, longitude: 8.4, recorded_at: new Date() }).execute()
  const read = async (scopes: TokenScope[]) => {
    const { token } = await make({ scopes })
    const { data } = alarmsOf.parse((await by(token, `/api/alarms/${owner.deviceId}`)).body)
    return { token, alarm: data.alarms[0] }
  }
  expect((await read(['ALARMS'])).alarm).toMatchObject({ kind: 'TEST', place: null, placeName: null })
  const { token, alarm } = await read(['ALARMS', 'POSITIONS', 'ANSWER_ALARMS'])
  expect(alarm).toMatchObject({ place: { latitude: 49 }, acknowledgedAt: null })
  const body = { alarmId: alarm?.id }
  const seen = await send(product.url, 'POST', `/api/alarms/${owner.deviceId}/acknowledge`, { token, body })
  expect(seen.body).toMatchObject({ data: { acknowledgedAt: expect.any(String) } })
  const { text } = await callAs(product, owner, 'GET', '/api/activity')
  expect(text).toContain('durch „Home Assistant“')
})

test('live events come to a program, too', async () => {
  const { token } = await make({ scopes: ['POSITIONS'] })
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const stream = await fetch(new URL('/api/events', product.url), { headers, signal: leaving.signal })
  expect(stream.status).toBe(200)
  leaving.abort()
})

test('a token ends when it expires, with a new password, and while its account is disabled; others’ go on', async () => {
  const theirs = await make({}, stranger)
  const expired = await make()
  const past = new Date(Date.now() - 1000)
  await product.operator
    .updateTable('access_tokens')
    .set({ expires_at: past })
    .where('id', '=', expired.accessToken.id)
    .execute()
  expect(outcome(await by(expired.token))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  expect(await list()).toHaveLength(1)

  const { token } = await make()
  const disable = (at: Date | null) =>
    product.operator.updateTable('users').set({ disabled_at: at }).where('id', '=', owner.userId).execute()
  await disable(past)
  expect(outcome(await by(token))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  await disable(null)
  expect((await by(token)).status).toBe(200)

  const passwords = { currentPassword: owner.password, newPassword: 'ein anderes Passwort' }
  expect((await callAs(product, owner, 'POST', '/api/user/change-password', passwords)).status).toBe(200)
  expect(outcome(await by(token))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  expect((await by(theirs.token)).status).toBe(200)
})

test.each([
  'wegwarte_token_',
  'wegwarte_token_x',
  `wegwarte_token_${'A'.repeat(43)}`,
  `wegwarte_token_${'x'.repeat(5000)}`,
])('%.20s… opens nothing, and leaves what is open to everybody open', async (token) => {
  expect(outcome(await by(token))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  expect((await by(token, '/api/time')).status).toBe(200)
})

test('a call with a token and a device’s key is the token’s: a valid key does not save a token that is none', async () => {
  const both = { 'x-device-key': owner.deviceSecret }
  expect(outcome(await by('wegwarte_token_none', '/api/devices', both))).toEqual([401, 'ACCESS_TOKEN_OVER'])
  const { token } = await make({ scopes: ['DEVICES'] })
  expect((await by(token, '/api/devices', both)).status).toBe(200)
})
