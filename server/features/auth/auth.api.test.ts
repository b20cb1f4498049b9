import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { usersDisable, usersEnable, usersUnverify } from '#server/commands/users/users.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, sell, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct()
}, 60_000)
afterAll(() => product.close())

const post = (path: string, body: unknown, token?: string, on = product) => send(on.url, 'POST', path, { body, token })

async function register(email: string, on = product): Promise<string> {
  await post('/api/auth/register', { email, password: 'geheim1' }, undefined, on)
  return linkIn(await on.mail.emailTo(email)).searchParams.get('token') ?? ''
}

describe('registering', () => {
  test('sends an e-mail whose link leads to the verification screen with token and address', async () => {
    const email = 'erika@example.org'
    const answer = await post('/api/auth/register', { email, password: 'geheim1' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ success: true, data: { user: { email, emailVerified: false } } })
    const message = await product.mail.emailTo(email)
    expect(message.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    const link = linkIn(message)
    expect(link.pathname).toBe('/email-verification')
    expect(link.searchParams.get('email')).toBe(email)
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
  })

  test('refuses an address that has an account, in whatever case it is written', async () => {
    await register('max@example.org')
    const answer = await post('/api/auth/register', { email: 'MAX@example.org', password: 'geheim1' })
    expect(outcome(answer)).toEqual([409, 'EMAIL_EXISTS'])
  })

  test('knows an address by both spellings of its domain', async () => {
    await register('kundin@xn--mller-kva.example')
    const answer = await post('/api/auth/register', { email: 'kundin@müller.example', password: 'geheim1' })
    expect(outcome(answer)).toEqual([409, 'EMAIL_EXISTS'])
  })

  const limits: [what: string, body: object, field: string, message: string][] = [
    [
      '5 characters',
      { email: 'a@b.de', password: '12345' },
      'password',
      'Passwort muss mindestens 6 Zeichen lang sein',
    ],
    ['256 characters', { email: 'a@b.de', password: 'x'.repeat(256) }, 'password', 'Passwort ist zu lang'],
    ['no domain', { email: 'a@b', password: '123456' }, 'email', 'Bitte geben Sie eine gültige E-Mail-Adresse ein'],
  ]
  test.each(limits)('refuses %s by the field and its message', async (_what, body, field, message) => {
    const answer = await post('/api/auth/register', body)
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_ERROR', fields: { [field]: message } } })
  })
})

describe('the e-mailed link', () => {
  test('verifies once; a second opening gets the address, so that nobody is stuck', async () => {
    const token = await register('zweimal@example.org')
    const path = `/api/auth/verify-email?token=${token}`
    expect((await send(product.url, 'GET', path)).status).toBe(200)
    const second = await send(product.url, 'GET', path)
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ error: { code: 'ALREADY_USED', email: 'zweimal@example.org' } })
  })

  test('has different answers when it is cut off, unknown or expired', async () => {
    const verify = async (token: string) =>
      outcome(await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`))
    expect(await verify('abc')).toEqual([401, 'TOKEN_INVALID'])
    expect(await verify('A'.repeat(43))).toEqual([404, 'TOKEN_NOT_FOUND'])
    const token = await register('spaet@example.org')
    await product.operator
      .updateTable('email_tokens')
      .set({ expires_at: new Date(0) })
      .where('email', '=', 'spaet@example.org')
      .execute()
    expect(await verify(token)).toEqual([410, 'EXPIRED'])
  })

  test('leaves no trace of its token in the database', async () => {
    const token = await register('spurlos@example.org')
    const { rows } = await sql<{ found: boolean }>`
      select bool_or(row_text like ${`%${token}%`}) as found from (
        select t::text as row_text from email_tokens t union all select j::text from pgboss.job j
      ) as everything`.execute(product.operator)
    expect(rows[0]?.found).toBe(false)
  })
})

describe('in the browser that registered', () => {
  const started = z.object({ data: z.object({ registrationSecret: z.string() }) })
  const secretIn = ({ body }: { body: unknown }) => started.parse(body).data.registrationSecret
  const begin = async (email: string, password = 'geheim1') => {
    const secret = secretIn(await post('/api/auth/register', { email, password }))
    return { email, secret, token: linkIn(await product.mail.emailTo(email)).searchParams.get('token') ?? '' }
  }
  const confirmHere = (token: string, registrationSecret: string) =>
    post('/api/auth/confirm-registration', { token, registrationSecret })
  const verifyImei = (email: string, imei: string, registrationSecret?: string) =>
    post('/api/auth/verify-imei', { email, imei, registrationSecret })
  // All of these come from one network.
  beforeEach(() => product.operator.deleteFrom('attempts').execute())
  const begun = z.object({ data: z.object({ session: z.optional(z.object({ token: z.string() })) }) })
  /** What a browser is signed in by after its IMEI was accepted, or null. */
  const sessionIn = ({ status, body }: Awaited<ReturnType<typeof verifyImei>>) => {
    expect(status).toBe(200)
    return begun.parse(body).data.session?.token ?? null
  }
  let last = 860000000088000
  const sold = async () => {
    const imei = String((last += 1))
    await sell(product, { imei })
    return imei
  }

  test('no password is typed again: link and secret confirm it, and the IMEI begins a session', async () => {
    const { email, secret, token } = await begin('einmal-getippt@example.org')
    const confirmed = await confirmHere(token, secret)
    expect(confirmed.body).toMatchObject({ data: { email } })
    const imei = await sold()
    const answer = await verifyImei(email, imei, secretIn(confirmed))
    expect(answer.body).toMatchObject({
      data: { device: { imei }, session: { user: { email, emailVerified: true, imeiVerified: true } } },
    })
    const profile = await send(product.url, 'GET', '/api/users/profile', { token: sessionIn(answer) ?? '' })
    expect(profile.body).toMatchObject({ data: { user: { email } } })
    expect((await signIn(product, { email, password: 'geheim1' })).token).toHaveLength(43)
  })

  test('works with a link that a mail scanner has opened before, and that is opened in any tab', async () => {
    const { secret, token } = await begin('gescannt@example.org')
    await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)
    expect((await confirmHere(token, secret)).status).toBe(200)
  })

  test('a stolen e-mail does not tell its reader what was registered: another secret confirms nothing', async () => {
    const { email, secret, token } = await begin('bestohlen@example.org')
    const thief = await begin('dieb@example.org')
    expect(outcome(await confirmHere(token, 'A'.repeat(43)))).toEqual([403, 'OTHER_BROWSER'])
    expect(outcome(await confirmHere(token, thief.secret))).toEqual([403, 'OTHER_BROWSER'])
    expect(outcome(await confirmHere(thief.token, secret))).toEqual([403, 'OTHER_BROWSER'])
    expect(outcome(await verifyImei(email, await sold()))).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    // Nobody's try has used up what belongs to the others.
    expect((await confirmHere(token, secret)).status).toBe(200)
    expect((await confirmHere(thief.token, thief.secret)).status).toBe(200)
  })

  test('a stolen secret opens nothing without the e-mail, and no session before the password is confirmed', async () => {
    const { email, secret, token } = await begin('speicher@example.org')
    expect(outcome(await confirmHere('A'.repeat(43), secret))).toEqual([401, 'TOKEN_INVALID'])
    await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)
    expect(outcome(await verifyImei(email, await sold(), secret))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    await post('/api/auth/confirm-password', { token, password: 'die-eigene-1' })
    expect(outcome(await verifyImei(email, await sold(), secret))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
  })

  test('whoever registered another’s address and waits gets nothing: opened elsewhere, the link confirms no password', async () => {
    const victim = 'opfer@example.org'
    const { secret, token } = await begin(victim, 'die-des-anderen')
    // The owner of the address opens the link in their own browser, which has no secret, and is asked for a password.
    await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)
    expect(outcome(await verifyImei(victim, await sold(), secret))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    await post('/api/auth/confirm-password', { token, password: 'die-des-opfers' })
    // From then on the secret is nobody's, even together with the link.
    expect(outcome(await confirmHere(token, secret))).toEqual([403, 'OTHER_BROWSER'])
    expect(outcome(await verifyImei(victim, await sold(), secret))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    const strangers = await post('/api/auth/login', { email: victim, password: 'die-des-anderen' })
    expect(outcome(strangers)).toEqual([401, 'UNAUTHORIZED'])
  })

  test('each secret is good once: of several calls at a time one succeeds, and a replay fails', async () => {
    const { email, secret, token } = await begin('mehrfach@example.org')
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirmHere(token, secret)))
    expect(answers.map(outcome).toSorted()).toEqual([[200, undefined], ...[1, 2, 3].map(() => [403, 'OTHER_BROWSER'])])
    const [won] = answers.filter(({ status }) => status === 200)
    const next = secretIn(won ?? { body: null })
    const imei = await sold()
    const finished = await Promise.all([1, 2, 3].map(() => verifyImei(email, imei, next)))
    expect(finished.map(sessionIn).filter((session) => session !== null)).toHaveLength(1)
    expect(sessionIn(await verifyImei(email, imei, next))).toBeNull()
    expect(outcome(await confirmHere(token, secret))).toEqual([409, 'ALREADY_USED'])
  })

  test('the first secret begins no session, nor does that of another account', async () => {
    const [one, other] = [await begin('eins@example.org'), await begin('zwei@example.org')]
    const [nextOfOne, nextOfOther] = [
      secretIn(await confirmHere(one.token, one.secret)),
      secretIn(await confirmHere(other.token, other.secret)),
    ]
    expect(outcome(await verifyImei(one.email, await sold(), one.secret))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    expect(outcome(await verifyImei(other.email, await sold(), nextOfOne))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    expect(outcome(await confirmHere(other.token, nextOfOther))).toEqual([403, 'OTHER_BROWSER'])
  })

  test('a secret is good for a day: after that the password is asked for, and the IMEI begins no session', async () => {
    const { email, secret, token } = await begin('tags-darauf@example.org')
    const old = () =>
      product.operator.updateTable('registration_secrets').set({ created_at: sql`created_at - interval '24 hours'` })
    const { id } = await product.operator
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await old().where('user_id', '=', id).execute()
    expect(outcome(await confirmHere(token, secret))).toEqual([403, 'OTHER_BROWSER'])
    const late = await begin('spaeter@example.org')
    const next = secretIn(await confirmHere(late.token, late.secret))
    await old().execute()
    expect(outcome(await verifyImei(late.email, await sold(), next))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
  })

  test('whoever sets another password by the same link does not get the device: the IMEI is refused first', async () => {
    const { email, secret, token } = await begin('ueberholt@example.org')
    const next = secretIn(await confirmHere(token, secret))
    await post('/api/auth/confirm-password', { token, password: 'die-des-diebs-1' })
    const imei = await sold()
    expect(outcome(await verifyImei(email, imei, next))).toEqual([403, 'PASSWORD_NOT_CONFIRMED'])
    expect(await product.operator.selectFrom('devices').select('id').where('imei', '=', imei).execute()).toEqual([])
  })

  test('its session counts as confirmed from when the password was, not from when the secret was shown', async () => {
    const { email, secret, token } = await begin('spaet-gezeigt@example.org')
    const next = secretIn(await confirmHere(token, secret))
    const anHourAgo = sql<Date>`now() - interval '1 hour'`
    const { id } = await product.operator
      .updateTable('users')
      .set({ password_confirmed_at: anHourAgo })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await product.operator
      .updateTable('registration_secrets')
      .from('users')
      .set(({ ref }) => ({ created_at: ref('users.password_confirmed_at').$castTo<Date>() }))
      .whereRef('users.id', '=', 'registration_secrets.user_id')
      .where('user_id', '=', id)
      .execute()
    expect(sessionIn(await verifyImei(email, await sold(), next))).toHaveLength(43)
    const session = await product.operator
      .selectFrom('sessions')
      .select(sql<boolean>`confirmed_at < created_at - interval '59 minutes'`.as('is_old'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(session.is_old).toBe(true)
  })

  test('an expired link confirms nothing, and its answer says to whom another one goes', async () => {
    const { email, secret, token } = await begin('alter-link@example.org')
    await product.operator
      .updateTable('email_tokens')
      .set({ expires_at: new Date(0) })
      .where('email', '=', email)
      .execute()
    expect((await confirmHere(token, secret)).body).toMatchObject({ error: { code: 'EXPIRED', email } })
  })

  test('a failed IMEI leaves the secret for the next try', async () => {
    const { email, secret, token } = await begin('vertippt@example.org')
    const next = secretIn(await confirmHere(token, secret))
    expect(outcome(await verifyImei(email, '999999999999999', next))).toEqual([404, 'IMEI_NOT_FOUND'])
    expect(sessionIn(await verifyImei(email, await sold(), next))).toHaveLength(43)
  })
})

describe('an address that somebody else has registered', () => {
  const owners = 'die-eigene-1'
  const confirm = (token: string, password: string) => post('/api/auth/confirm-password', { token, password })
  const open = (token: string) => send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)

  test('is finished only with a password that the reader of its mailbox has set; the other one opens nothing', async () => {
    const [email, imei] = ['vorweggenommen@example.org', '350000000066666']
    const token = await register(email)
    await sell(product, { imei })
    await open(token)
    const strangers = { email, password: 'geheim1' }
    // Somebody who knows the password may sign in any number of times: it proves nothing about the mailbox.
    expect(outcome(await post('/api/auth/login', strangers))).toEqual([403, 'IMEI_NOT_VERIFIED'])
    const refused = await post('/api/auth/verify-imei', { email, imei })
    expect(refused.body).toMatchObject({
      error: { code: 'PASSWORD_NOT_CONFIRMED', message: expect.stringContaining('Passwort fest') },
    })
    expect((await confirm(token, owners)).body).toMatchObject({ data: { email } })
    expect((await post('/api/auth/verify-imei', { email, imei })).status).toBe(200)
    expect((await post('/api/auth/login', strangers)).status).toBe(401)
    expect((await signIn(product, { email, password: owners })).token).toHaveLength(43)
    expect(outcome(await confirm(token, 'noch-ein-anderes'))).toEqual([409, 'ALREADY_USED'])
    expect((await signIn(product, { email, password: owners })).token).toHaveLength(43)
  })

  test('sets the password even with a link that only a mail scanner has opened, or nobody', async () => {
    const token = await register('ungeoeffnet@example.org')
    expect((await confirm(token, owners)).status).toBe(200)
    const login = await post('/api/auth/login', { email: 'ungeoeffnet@example.org', password: owners })
    expect(outcome(login)).toEqual([403, 'IMEI_NOT_VERIFIED'])
  })

  test('sets none with an invalid or expired link, and gets another link until the account is finished', async () => {
    const email = 'veraltet@example.org'
    const token = await register(email)
    await open(token)
    expect(outcome(await confirm('A'.repeat(43), owners))).toEqual([401, 'TOKEN_INVALID'])
    const tokens = () => product.operator.updateTable('email_tokens').where('email', '=', email)
    await tokens()
      .set({ expires_at: new Date(0) })
      .execute()
    expect(outcome(await confirm(token, owners))).toEqual([410, 'EXPIRED'])
    await product.operator.deleteFrom('attempts').where('subject', '=', email).execute()
    product.mail.emails.length = 0
    await post('/api/auth/resend-verification', { email })
    const again = linkIn(await product.mail.emailTo(email)).searchParams.get('token') ?? ''
    expect((await open(again)).status).toBe(200)
    expect((await confirm(again, owners)).status).toBe(200)
  })

  test('or resets the password, which proves the same', async () => {
    const [email, imei] = ['vergessen@example.org', '350000000055555']
    await register(email)
    await sell(product, { imei })
    await post('/api/auth/password-reset', { email })
    const reset = linkIn(await product.mail.emailTo(email, /Passwort/)).searchParams.get('token')
    await post('/api/auth/password-reset/confirm', { token: reset, newPassword: owners })
    expect((await post('/api/auth/verify-imei', { email, imei })).status).toBe(200)
  })
})

describe('sending the link again', () => {
  test('answers the same for an address without an account, and once a minute', async () => {
    const unknown = await post('/api/auth/resend-verification', { email: 'niemand@example.org' })
    expect(unknown.status).toBe(200)
    await register('nochmal@example.org')
    const known = await post('/api/auth/resend-verification', { email: 'nochmal@example.org' })
    expect(outcome(known)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(0)
    const again = await post('/api/auth/resend-verification', { email: 'niemand@example.org' })
    expect(again.text.replaceAll(/\d+/g, '')).toBe(known.text.replaceAll(/\d+/g, ''))
  })
})

describe('proving the purchase', () => {
  test('gives the device and a START licence for 365 days', async () => {
    const person = await becomeCustomer(product)
    const answer = await send(product.url, 'GET', '/api/devices', { token: person.token })
    expect(answer.body).toMatchObject({
      data: [
        { id: person.deviceId, imei: person.imei, hasActiveLicense: true, activeLicense: { licenseType: 'START' } },
      ],
    })
  })

  test("once it is done, knows only the account's own devices: everything else is an unknown IMEI, and adds nothing", async () => {
    const person = await becomeCustomer(product)
    const again = await post('/api/auth/verify-imei', { email: person.email, imei: person.imei })
    expect(again.body).toMatchObject({ data: { device: { id: person.deviceId }, remainingAttempts: 3 } })
    const other = await becomeCustomer(product)
    const claim = (imei: string) => post('/api/auth/verify-imei', { email: other.email, imei })
    const nobodys = '350000000088888'
    await sell(product, { imei: nobodys })
    const unknown = await claim('999999999999999')
    for (const [index, imei] of [person.imei, nobodys].entries()) {
      const refused = await claim(imei)
      expect(refused.body).toMatchObject({ error: { code: 'IMEI_NOT_FOUND', remainingAttempts: 2 - index } })
      expect(refused.status).toBe(unknown.status)
    }
    const devices = await send(product.url, 'GET', '/api/devices', { token: other.token })
    expect(devices.body).toMatchObject({ data: [{ imei: other.imei }] })
  })

  test('of a device with a claim code is an unknown IMEI until the code comes with it', async () => {
    const imei = '860000000099002'
    await sell(product, { imei, claimCode: '7KQ2-M4TX' })
    const email = 'mit-code@example.org'
    await post('/api/auth/confirm-password', { token: await register(email), password: 'geheim1' })
    const claim = (claimCode?: string) => post('/api/auth/verify-imei', { email, imei, claimCode })
    expect((await claim()).body).toMatchObject({ error: { code: 'IMEI_NOT_FOUND', remainingAttempts: 4 } })
    expect((await claim('FALSCH-99')).body).toMatchObject({ error: { code: 'IMEI_NOT_FOUND', remainingAttempts: 3 } })
    expect((await claim('7kq2-m4tx')).status).toBe(200)
  })

  test("somebody else's device is ALREADY_ASSIGNED", async () => {
    const { imei } = await becomeCustomer(product)
    const email = 'zweithand@example.org'
    await post('/api/auth/confirm-password', { token: await register(email), password: 'geheim1' })
    const refused = await post('/api/auth/verify-imei', { email, imei })
    expect(refused.body).toMatchObject({ error: { code: 'ALREADY_ASSIGNED', remainingAttempts: 4 } })
  })

  test('counts no attempt that says nothing about an IMEI: before the e-mail and the password', async () => {
    const email = 'zufrueh@example.org'
    const token = await register(email)
    const claim = async (imei = '999999999999999') => (await post('/api/auth/verify-imei', { email, imei })).body
    for (let tries = 0; tries < 2; tries += 1)
      expect(await claim()).toMatchObject({ error: { code: 'EMAIL_NOT_VERIFIED', remainingAttempts: 5 } })
    await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)
    expect(await claim()).toMatchObject({ error: { code: 'PASSWORD_NOT_CONFIRMED', remainingAttempts: 5 } })
    await post('/api/auth/confirm-password', { token, password: 'geheim1' })
    expect(await claim()).toMatchObject({ error: { code: 'IMEI_NOT_FOUND', remainingAttempts: 4 } })
    expect(await claim('12')).toMatchObject({ error: { code: 'INVALID_FORMAT', remainingAttempts: 4 } })
  })

  test('allows five wrong tries an hour, and a restart does not reset them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-restart-'))
    await fillWithMigratedDatabase(folder)
    let restarted = await startTestProduct({ DATA_DIR: folder })
    try {
      const email = 'rater@example.org'
      const token = await register(email, restarted)
      await post('/api/auth/confirm-password', { token, password: 'geheim1' }, undefined, restarted)
      const guess = (imei: string) => post('/api/auth/verify-imei', { email, imei }, undefined, restarted)
      expect((await guess('12')).body).toMatchObject({ error: { code: 'INVALID_FORMAT', remainingAttempts: 5 } })
      for (const left of [4, 3, 2, 1, 0]) {
        expect((await guess('999999999999999')).body).toMatchObject({
          error: { code: 'IMEI_NOT_FOUND', remainingAttempts: left },
        })
      }
      await restarted.close()
      restarted = await startTestProduct({ DATA_DIR: folder })
      await sell(restarted, { imei: '350000000099999' })
      const blocked = await guess('350000000099999')
      expect(outcome(blocked)).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(3000)
    } finally {
      await restarted.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)

  test('of several devices at the same moment adds one, which is what finishes the account', async () => {
    const imeis = ['860000000099011', '860000000099012', '860000000099013', '860000000099014']
    for (const imei of imeis) await sell(product, { imei })
    const email = 'alle-zugleich@example.org'
    await post('/api/auth/confirm-password', { token: await register(email), password: 'geheim1' })
    const answers = await Promise.all(imeis.map((imei) => post('/api/auth/verify-imei', { email, imei })))
    const { token } = await signIn(product, { email, password: 'geheim1' })
    const { body } = await send(product.url, 'GET', '/api/devices', { token })
    expect(body).toMatchObject({ data: [{ imei: expect.stringMatching(/^8600000000990/) }] })
    expect(answers.map(outcome).toSorted()).toEqual([
      [200, undefined],
      ...imeis.slice(1).map(() => [404, 'IMEI_NOT_FOUND']),
    ])
  })

  test('at the same moment by two people gives the device to one', async () => {
    const imei = '350000000077777'
    const [first, second] = [await becomeCustomer(product), await becomeCustomer(product)]
    await sell(product, { imei })
    const answers = await Promise.all(
      [first, second].map(({ token }) => post('/api/devices/register-imei', { imei, deviceName: null }, token)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('signing in', () => {
  test('reveals the missing stage only to somebody who knows the password', async () => {
    await register('halb@example.org')
    const wrong = await post('/api/auth/login', { email: 'halb@example.org', password: 'falsch1' })
    expect(wrong.body).toMatchObject({
      error: { code: 'UNAUTHORIZED', message: 'E-Mail-Adresse oder Passwort ist falsch.' },
    })
    const right = await post('/api/auth/login', { email: 'halb@example.org', password: 'geheim1' })
    expect(outcome(right)).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  test('is refused for a while after three wrong passwords, only for this account and this address', async () => {
    const person = await becomeCustomer(product)
    const wrong = () => post('/api/auth/login', { email: person.email, password: 'falsch1' })
    for (let tries = 0; tries < 3; tries += 1) expect((await wrong()).status).toBe(401)
    const limited = await wrong()
    expect(outcome(limited)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(9 * 60)
    expect((await signIn(product, await becomeCustomer(product))).token).toHaveLength(43)
  })

  test('ends with logout, which always succeeds', async () => {
    const person = await becomeCustomer(product)
    expect((await send(product.url, 'POST', '/api/auth/logout', { token: person.token })).status).toBe(200)
    expect((await send(product.url, 'GET', '/api/users/profile', { token: person.token })).status).toBe(401)
    expect((await send(product.url, 'POST', '/api/auth/logout', { token: person.token })).status).toBe(200)
    expect((await send(product.url, 'POST', '/api/auth/logout')).status).toBe(200)
  })

  test('ends later by a key that a browser makes of its token, which can do nothing else', async () => {
    const person = await becomeCustomer(product)
    const other = await signIn(product, person)
    const profile = async (token: string) => (await send(product.url, 'GET', '/api/users/profile', { token })).status
    const keyOf = (token: string) => createHash('sha256').update(`Wegwarte, sign out: ${token}`).digest('hex')
    const key = keyOf(person.token)
    expect(await profile(key)).toBe(401)
    expect((await post('/api/auth/logout', {}, key)).status).toBe(200)
    expect((await post('/api/auth/logout-later', { key: keyOf(key) })).status).toBe(200)
    expect((await post('/api/auth/logout-later', { key: person.token })).status).toBe(400)
    expect([await profile(person.token), await profile(other.token)]).toEqual([200, 200])
    expect((await post('/api/auth/logout-later', { key })).status).toBe(200)
    expect([await profile(person.token), await profile(other.token)]).toEqual([401, 200])
    expect((await post('/api/auth/logout-later', { key })).status).toBe(200)
    const { rows } = await sql<{ text: string }>`select sessions::text as text from sessions`.execute(product.operator)
    expect(rows.map(({ text }) => text).join()).not.toContain(keyOf(other.token))
  })

  test('stores neither password nor token in plain text', async () => {
    const person = await becomeCustomer(product)
    const { rows } = await sql<{ text: string }>`
      select u::text || s::text as text from users u join sessions s on s.user_id = u.id where u.id = ${person.userId}
    `.execute(product.operator)
    expect(rows[0]?.text).toContain('$argon2id$')
    expect(rows[0]?.text).not.toContain(person.password)
    expect(rows[0]?.text).not.toContain(person.token)
  })
})

describe('a forgotten password', () => {
  test('is replaced by the e-mailed link, once, and every session ends', async () => {
    const person = await becomeCustomer(product)
    expect((await post('/api/auth/password-reset', { email: person.email })).status).toBe(200)
    const link = linkIn(await product.mail.emailTo(person.email, /Passwort/))
    expect(link.pathname).toBe('/password-reset')
    const body = { token: link.searchParams.get('token'), newPassword: 'ganz-neu-1' }
    expect((await post('/api/auth/password-reset/confirm', body)).status).toBe(200)
    expect((await send(product.url, 'GET', '/api/users/profile', { token: person.token })).status).toBe(401)
    expect((await signIn(product, { email: person.email, password: 'ganz-neu-1' })).userId).toBe(person.userId)
    expect(outcome(await post('/api/auth/password-reset/confirm', body))).toEqual([401, 'TOKEN_INVALID'])
  })

  test('of an unknown address gets the same answer', async () => {
    expect((await post('/api/auth/password-reset', { email: 'unbekannt@example.org' })).status).toBe(200)
  })
})

describe("the operator's commands", () => {
  const context = () => ({
    database: product.operator,
    clock: clockFrom(),
    settings: product.settings,
    say: () => undefined,
  })

  test('disable ends the sessions and refuses to sign in, enable allows it again', async () => {
    const person = await becomeCustomer(product)
    await usersDisable.run(context(), [person.email])
    expect((await send(product.url, 'GET', '/api/users/profile', { token: person.token })).status).toBe(401)
    const refused = await post('/api/auth/login', { email: person.email, password: person.password })
    expect(outcome(refused)).toEqual([403, 'ACCOUNT_DISABLED'])
    await usersEnable.run(context(), [person.email])
    expect((await signIn(product, person)).userId).toBe(person.userId)
  })

  test('unverify leaves the session at the remaining stage', async () => {
    const person = await becomeCustomer(product)
    await usersUnverify.run(context(), [person.email])
    expect((await send(product.url, 'GET', '/api/users/profile', { token: person.token })).status).toBe(200)
    expect(outcome(await send(product.url, 'GET', '/api/devices', { token: person.token }))).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
    ])
  })

  test('an unknown address is reported in one line', async () => {
    await expect(usersDisable.run(context(), ['niemand@example.org'])).rejects.toThrow('kein Konto')
  })
})
