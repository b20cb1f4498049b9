import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accountLimits } from '#contract/account/account-limits.ts'
import { secondFactorLimits } from '#contract/second-factor/second-factor-limits.ts'
import { usersSecondFactorOff } from '#server/commands/users/users.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { type Answer, outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { codeOf } from './testing/authenticator.ts'

let product: TestProduct
let anna: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  anna = await becomeCustomer(product)
}, 60_000)

afterAll(() => product.close())

beforeEach(async () => {
  await product.operator.deleteFrom('attempts').execute()
  await product.operator.deleteFrom('second_factors').execute()
  await product.operator.updateTable('sessions').set({ confirmed_at: clockFrom().now() }).execute()
})

const started = z.object({ data: z.object({ secret: z.string(), uri: z.string() }) })
const withCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })

const call = (method: string, path: string, body?: unknown, person = anna) =>
  callAs(product, person, method, path, body)
const login = (code?: string, person = anna): Promise<Answer> =>
  send(product.url, 'POST', '/api/auth/login', {
    body: { email: person.email, password: person.password, ...(code !== undefined && { code }) },
  })
const start = async (person = anna) =>
  started.parse((await call('POST', '/api/second-factor/start', undefined, person)).body).data

/** Switches it on with a code of the period before, so that those of this and the next one are left. */
async function switchOn(person = anna) {
  const { secret } = await start(person)
  const answer = await call('POST', '/api/second-factor', { code: codeOf(secret, -1) }, person)
  expect(answer.status).toBe(200)
  return { secret, recoveryCodes: withCodes.parse(answer.body).data.recoveryCodes }
}

const state = async () => (await call('GET', '/api/second-factor')).body
const kindsOf = async (userId: string) => {
  const rows = await product.operator
    .selectFrom('activities')
    .select(['actor', 'kind'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ actor, kind }) => `${actor}: ${kind}`)
}

describe('switching on', () => {
  test('needs a right code of the app first; until then nothing changes', async () => {
    const { secret, uri } = await start()
    expect(uri).toContain(secret)
    expect((await login()).status).toBe(200)
    expect(outcome(await call('POST', '/api/second-factor', { code: '000000' }))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect(await state()).toMatchObject({ data: { onSince: null, recoveryCodesLeft: 0 } })
    const on = await call('POST', '/api/second-factor', { code: codeOf(secret) })
    expect(on.status).toBe(200)
    expect(new Set(withCodes.parse(on.body).data.recoveryCodes).size).toBe(secondFactorLimits.recoveryCodes)
    expect(await state()).toMatchObject({ data: { onSince: expect.any(String), recoveryCodesLeft: 10 } })
    expect((await product.mail.emailTo(anna.email, /zwei Schritten ist eingeschaltet/)).text).toContain(
      'Code aus Ihrer App',
    )
    expect((await kindsOf(anna.userId))[0]).toBe('owner: second-factor-on')
  })

  test('is begun anew by showing another secret: the first one no longer works', async () => {
    const first = await start()
    const second = await start()
    expect(first.secret).not.toBe(second.secret)
    const answer = await call('POST', '/api/second-factor', { code: codeOf(first.secret) })
    expect(outcome(answer)).toEqual([400, 'SECOND_FACTOR_WRONG'])
  })

  test('is refused where nothing was started, and where it is on already', async () => {
    expect(outcome(await call('POST', '/api/second-factor', { code: '123456' }))).toEqual([
      409,
      'SECOND_FACTOR_CHANGED',
    ])
    const { secret } = await switchOn()
    expect(outcome(await call('POST', '/api/second-factor/start'))).toEqual([409, 'SECOND_FACTOR_CHANGED'])
    const again = await call('POST', '/api/second-factor', { code: codeOf(secret) })
    expect(outcome(again)).toEqual([409, 'SECOND_FACTOR_CHANGED'])
  })

  test('twice at once happens once', async () => {
    const { secret } = await start()
    const code = codeOf(secret)
    const answers = await Promise.all([
      call('POST', '/api/second-factor', { code }),
      call('POST', '/api/second-factor', { code }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await state()).toMatchObject({ data: { recoveryCodesLeft: 10 } })
  })

  test('takes from other sessions what they had proved by the password alone', async () => {
    const elsewhere = { ...anna, ...(await signIn(product, anna)) }
    await switchOn()
    const off = await callAs(product, elsewhere, 'DELETE', '/api/second-factor')
    expect(outcome(off)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await call('DELETE', '/api/second-factor')).status).toBe(200)
  })
})

describe('a sign-in', () => {
  test('needs the code besides the password, each code once', async () => {
    const { secret } = await switchOn()
    expect(outcome(await login())).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    expect(outcome(await login(codeOf(secret, 40)))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect((await login(codeOf(secret))).status).toBe(200)
    expect(outcome(await login(codeOf(secret)))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect((await login(codeOf(secret, 1))).status).toBe(200)
    // An older one does not count after a newer one, either.
    expect(outcome(await login(codeOf(secret)))).toEqual([400, 'SECOND_FACTOR_WRONG'])
  })

  test('with the same code twice at once succeeds once', async () => {
    const { secret } = await switchOn()
    const answers = await Promise.all([login(codeOf(secret)), login(codeOf(secret)), login(codeOf(secret))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('says nothing of the second factor to somebody without the password', async () => {
    const { secret } = await switchOn()
    const body = { email: anna.email, password: 'falsch' }
    for (const code of [undefined, codeOf(secret)]) {
      const answer = await send(product.url, 'POST', '/api/auth/login', { body: { ...body, code } })
      expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED'])
    }
    expect((await login(codeOf(secret))).status).toBe(200)
  })

  test('with a wrong code counts as a failed one, and the question for the code does not take that back', async () => {
    const { secret } = await switchOn()
    for (let tried = 0; tried < accountLimits.loginFailuresPerAccountAndNetwork; tried += 1) {
      expect(outcome(await login())).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
      expect(outcome(await login('000000'))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    }
    expect(outcome(await login(codeOf(secret)))).toEqual([429, 'RATE_LIMITED'])
  })

  test.each(['', 'x'.repeat(41), 12, ['123456']])('is refused with the code %j', async (code) => {
    const body = { email: anna.email, password: anna.password, code }
    const answer = await send(product.url, 'POST', '/api/auth/login', { body })
    expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('of an account without a second factor goes by the password, whatever code comes with it', async () => {
    expect((await login('123456')).status).toBe(200)
  })

  test('after a password reset still needs the code', async () => {
    const bert = await becomeCustomer(product)
    const { secret } = await switchOn(bert)
    await send(product.url, 'POST', '/api/auth/password-reset', { body: { email: bert.email } })
    const token = linkIn(await product.mail.emailTo(bert.email, /Neues Passwort/)).searchParams.get('token')
    const newPassword = 'ein-neues-geheimnis'
    await send(product.url, 'POST', '/api/auth/password-reset/confirm', { body: { token, newPassword } })
    const now = { ...bert, password: newPassword }
    expect(outcome(await login(undefined, now))).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    expect((await login(codeOf(secret), now)).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('opens the account once, however it is typed; its owner is told how many are left', async () => {
    const { recoveryCodes } = await switchOn()
    const [first = '', second = ''] = recoveryCodes
    expect((await login(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(outcome(await login(first))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect(await state()).toMatchObject({ data: { recoveryCodesLeft: 9 } })
    expect((await product.mail.emailTo(anna.email, /Ersatzcode/)).text).toContain('Es sind noch 9 übrig.')
    expect(await kindsOf(anna.userId)).toContain('owner: recovery-code-used')
    const answers = await Promise.all([login(second), login(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('of one account does not open another', async () => {
    const bert = await becomeCustomer(product)
    const { recoveryCodes } = await switchOn()
    await switchOn(bert)
    expect(outcome(await login(recoveryCodes[0], bert))).toEqual([400, 'SECOND_FACTOR_WRONG'])
  })

  test('is replaced by new ones on demand', async () => {
    const { recoveryCodes } = await switchOn()
    const renewed = await call('POST', '/api/second-factor/recovery-codes')
    const [fresh] = withCodes.parse(renewed.body).data.recoveryCodes
    expect(outcome(await login(recoveryCodes[0]))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect((await login(fresh)).status).toBe(200)
  })

  test('is made for no account without a second factor', async () => {
    const answer = await call('POST', '/api/second-factor/recovery-codes')
    expect(outcome(answer)).toEqual([409, 'SECOND_FACTOR_CHANGED'])
  })

  test('is stored as a hash only', async () => {
    const { recoveryCodes } = await switchOn()
    const rows = await product.operator.selectFrom('recovery_codes').selectAll().execute()
    for (const code of recoveryCodes) {
      const bare = code.replaceAll('-', '')
      expect(rows.filter(({ code_hash }) => code_hash.toString('latin1').includes(bare))).toEqual([])
    }
  })
})

describe('a step-up', () => {
  const confirm = (proof: unknown) => call('POST', '/api/auth/step-up', proof)
  const forget = () => product.operator.updateTable('sessions').set({ confirmed_at: null }).execute()

  test('takes the code of an account that has a second factor, and not the password alone', async () => {
    const { secret } = await switchOn()
    await forget()
    expect((await call('GET', '/api/auth/step-up')).body).toMatchObject({ data: { proofs: ['code'] } })
    const byPassword = await confirm({ proof: 'password', password: anna.password })
    expect(outcome(byPassword)).toEqual([400, 'PROOF_NOT_ENOUGH'])
    expect(outcome(await call('DELETE', '/api/second-factor'))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(outcome(await confirm({ proof: 'code', code: '000000' }))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect((await confirm({ proof: 'code', code: codeOf(secret) })).status).toBe(200)
    expect((await call('DELETE', '/api/second-factor')).status).toBe(200)
  })

  test('takes a recovery code: who has lost the app can still switch it off', async () => {
    const { recoveryCodes } = await switchOn()
    await forget()
    expect((await confirm({ proof: 'code', code: recoveryCodes[0] })).status).toBe(200)
    expect((await call('DELETE', '/api/second-factor')).status).toBe(200)
    expect((await login()).status).toBe(200)
  })

  test('has as few guesses as the password', async () => {
    const { secret } = await switchOn()
    for (let tried = 0; tried < accountLimits.loginFailures; tried += 1)
      expect(outcome(await confirm({ proof: 'code', code: '000000' }))).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect(outcome(await confirm({ proof: 'code', code: codeOf(secret) }))).toEqual([429, 'RATE_LIMITED'])
  })

  test('counts wrong codes whatever right passwords come in between', async () => {
    const { secret } = await switchOn()
    const { password } = anna
    for (let tried = 0; tried < accountLimits.loginFailures; tried += 1) {
      expect(outcome(await confirm({ proof: 'code', code: '000000' }))).toEqual([400, 'SECOND_FACTOR_WRONG'])
      const same = { currentPassword: password, newPassword: password }
      expect((await call('POST', '/api/user/change-password', same)).status).toBe(200)
    }
    expect(outcome(await confirm({ proof: 'code', code: codeOf(secret) }))).toEqual([429, 'RATE_LIMITED'])
  })

  test('shares its wrong codes with the sign-in, from whatever network', async () => {
    const { secret } = await switchOn()
    for (let tried = 0; tried < accountLimits.loginFailures; tried += 1) {
      expect(outcome(await login('000000'))).toEqual([400, 'SECOND_FACTOR_WRONG'])
      // As from many networks that have been signed in from, each with failures of its own.
      await product.operator.deleteFrom('attempts').where('kind', 'like', 'login%').execute()
    }
    expect(outcome(await login(codeOf(secret)))).toEqual([429, 'RATE_LIMITED'])
    expect(outcome(await confirm({ proof: 'code', code: codeOf(secret) }))).toEqual([429, 'RATE_LIMITED'])
  })

  test('takes no code of an account without a second factor', async () => {
    expect(outcome(await confirm({ proof: 'code', code: '123456' }))).toEqual([400, 'PROOF_NOT_ENOUGH'])
  })

  test('is needed besides the password to change the address of an account with a second factor', async () => {
    const change = { newEmail: `neu-${anna.email}`, password: anna.password }
    const { secret } = await switchOn()
    await forget()
    expect(outcome(await call('POST', '/api/user/change-email', change))).toEqual([403, 'STEP_UP_REQUIRED'])
    await confirm({ proof: 'code', code: codeOf(secret) })
    expect((await call('POST', '/api/user/change-email', change)).status).toBe(200)
  })

  test('is needed besides the password to change the password of an account with a second factor', async () => {
    const change = { currentPassword: anna.password, newPassword: anna.password }
    const { secret } = await switchOn()
    await forget()
    expect(outcome(await call('POST', '/api/user/change-password', change))).toEqual([403, 'STEP_UP_REQUIRED'])
    await confirm({ proof: 'code', code: codeOf(secret) })
    expect((await call('POST', '/api/user/change-password', change)).status).toBe(200)
  })
})

describe('the support', () => {
  const say = () => undefined
  const clock = clockFrom()
  const switchOff = (email: string) =>
    usersSecondFactorOff.needsDatabase === false
      ? Promise.reject(new Error('it needs the database'))
      : usersSecondFactorOff.run({ database: product.operator, settings: product.settings, clock, say }, [email])

  test('switches it off for somebody who has lost everything, who learns of it', async () => {
    await switchOn()
    await switchOff(anna.email.toUpperCase())
    expect((await login()).status).toBe(200)
    expect(await state()).toMatchObject({ data: { onSince: null, recoveryCodesLeft: 0 } })
    expect(await kindsOf(anna.userId)).toContain('support: second-factor-off')
    // A round looks every minute whether there is somebody to notify.
    const emailed = () => product.mail.emailTo(anna.email, /Support hat/).catch(() => null)
    await expect.poll(emailed, { timeout: 80_000 }).toMatchObject({
      text: expect.stringContaining('Zur Anmeldung genügt wieder'),
    })
    // And the owner can switch it on again at once.
    await switchOn()
  }, 90_000)

  test('is told where there is nothing to switch off', async () => {
    await expect(switchOff(anna.email)).rejects.toThrow('nicht eingeschaltet')
    await expect(switchOff('niemand@example.org')).rejects.toThrow('kein Konto')
  })
})
