import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountLimits } from '#contract/account/account-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let anna: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  anna = await becomeCustomer(product)
}, 60_000)

afterAll(() => product.close())

beforeEach(async () => {
  await product.operator.deleteFrom('attempts').execute()
  await confirmedMinutesAgo(accountLimits.stepUpMinutes)
})

async function confirmedMinutesAgo(minutes: number) {
  const confirmed_at = new Date(clockFrom(product.settings.CLOCK).now().getTime() - minutes * minuteMs)
  await product.operator.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', anna.userId).execute()
}

const switchOff = (person: Person) =>
  callAs(product, person, 'POST', '/api/tracking/disable', { deviceId: person.deviceId })
const confirm = (person: Person, proof: unknown) => callAs(product, person, 'POST', '/api/auth/step-up', proof)

describe('a session that was confirmed long ago', () => {
  test('may switch the guard off after its password', async () => {
    expect(outcome(await switchOff(anna))).toEqual([403, 'STEP_UP_REQUIRED'])
    const ways = await callAs(product, anna, 'GET', '/api/auth/step-up')
    expect(ways.body).toMatchObject({ data: { proofs: ['password'] } })
    expect((await confirm(anna, { proof: 'password', password: anna.password })).status).toBe(200)
    expect((await switchOff(anna)).status).toBe(200)
  })

  test('is not asked by a withdrawal of the consent, which is as easy as giving it', async () => {
    const body = { deviceId: anna.deviceId, deletePositions: false }
    expect((await callAs(product, anna, 'POST', '/api/tracking/withdraw', body)).status).toBe(200)
  })

  test('stays refused after a wrong password, whose field says so', async () => {
    const answer = await confirm(anna, { proof: 'password', password: 'falsch' })
    expect(outcome(answer)).toEqual([400, 'PASSWORD_WRONG'])
    expect(answer.body).toMatchObject({ error: { fields: { password: 'Das aktuelle Passwort ist falsch.' } } })
    expect(outcome(await switchOff(anna))).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  test('has as many guesses as the other places that ask for the password, all counted together', async () => {
    const elsewhere = { currentPassword: 'falsch', newPassword: 'neues-geheimnis' }
    await callAs(product, anna, 'POST', '/api/user/change-password', elsewhere)
    for (let tried = 1; tried < accountLimits.loginFailures; tried += 1)
      expect(outcome(await confirm(anna, { proof: 'password', password: 'falsch' }))).toEqual([400, 'PASSWORD_WRONG'])
    const right = await confirm(anna, { proof: 'password', password: anna.password })
    expect(outcome(right)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is not confirmed by a proof given in another one', async () => {
    const elsewhere = { ...anna, ...(await signIn(product, anna)) }
    await confirmedMinutesAgo(accountLimits.stepUpMinutes)
    expect((await confirm(elsewhere, { proof: 'password', password: anna.password })).status).toBe(200)
    expect(outcome(await switchOff(anna))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await switchOff(elsewhere)).status).toBe(200)
  })

  test.each([
    {},
    { proof: 'password' },
    { proof: 'password', password: '' },
    { proof: 'password', password: 'x'.repeat(accountLimits.passwordMaxLength + 1) },
    { proof: 'nothing', password: 'geheim' },
    { password: 'geheim' },
    { proof: ['password'], password: { toString: 'geheim' } },
  ])('is refused for %j', async (proof) => {
    expect(outcome(await confirm(anna, proof))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

test('a sign-in counts as proof', async () => {
  const fresh = { ...anna, ...(await signIn(product, anna)) }
  expect((await switchOff(fresh)).status).toBe(200)
})
