import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/commands/announce.ts'
import type { Command } from '#server/commands/command.ts'
import { devicesClaimCode } from '#server/commands/devices/devices-claim-code.ts'
import { licencesExtend } from '#server/commands/devices/licences-extend.ts'
import { licencesRevoke } from '#server/commands/devices/licences-revoke.ts'
import { supportLog } from './support-log.ts'
import { usersChangeEmail } from './users-change-email.ts'
import { usersFind } from './users-find.ts'
import { usersVerifyAgain } from './users-verify-again.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { send } from '#server/testing/client.ts'
import { command } from '#server/testing/command.ts'
import { becomeCustomer, callAs, type Person, sell, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/** Some wait for a round, and one for processes of their own. */
const patienceMs = 240_000
let product: TestProduct
let passerBy: Person
beforeAll(async () => {
  product = await startTestProduct()
  passerBy = await becomeCustomer(product)
}, patienceMs)
afterAll(() => product.close())

/** Lines that a command says. */
async function run({ run }: Command, ...args: string[]): Promise<string> {
  const said: string[] = []
  const { settings, operator: database } = product
  const say = (line: string) => void said.push(line)
  await run({ database, clock: clockFrom(settings.CLOCK), settings, say }, args)
  return said.join('\n')
}

/** A deletion that anybody asks for wakes the rounds that send messages. */
const wakeMessages = () => callAs(product, passerBy, 'POST', '/api/account-deletion', { acceptsTheftLoss: false })

const keyOf = async (person: Person) => {
  const query = product.operator.selectFrom('licences').select('licence_key').where('user_id', '=', person.userId)
  return (await query.executeTakeFirstOrThrow()).licence_key
}
const activityOf = async (person: Person) => (await callAs(product, person, 'GET', '/api/activity')).text

describe('a search', () => {
  test('shows who it is and the devices, and no place, key or token', async () => {
    const person = await becomeCustomer(product)
    const said = await run(usersFind, person.imei.slice(5))
    expect(said).toContain(person.email)
    expect(said).toContain(`${person.imei}  Testgerät`)
    expect(await run(usersFind, (await keyOf(person)).slice(-9))).toContain('über eine Lizenz gefunden')
    for (const secret of [person.token, await keyOf(person), person.deviceSecret]) expect(said).not.toContain(secret)
  })

  test('for too little, too much or nobody is refused', async () => {
    for (const text of ['', '  ab ', 'x'.repeat(10_000)])
      await expect(run(usersFind, text)).rejects.toThrow('3 bis 100')
    await expect(run(usersFind, 'zwei', 'worte')).rejects.toThrow('genau einen Text')
    await expect(run(usersFind, 'gibtesnicht')).rejects.toThrow('keinen Kunden')
  })
})

describe('the verification', () => {
  test(
    'comes again, counted with what its owner asks for, and its link confirms',
    async () => {
      const email = 'neuling@example.org'
      await send(product.url, 'POST', '/api/auth/register', { body: { email, password: 'geheim-genug' } })
      await product.mail.emailTo(email)
      const before = product.mail.emails.length
      await expect(run(usersVerifyAgain, email)).rejects.toThrow(/geht in \d+ Sekunden/)
      await product.operator.deleteFrom('attempts').execute()
      expect(await run(usersVerifyAgain, email.toUpperCase(), '--by', 'Kim')).toContain('auf dem Weg')
      await expect(run(usersVerifyAgain, email)).rejects.toThrow(/geht in \d+ Sekunden/)
      await wakeMessages()
      await expect.poll(() => product.mail.emails.length, { timeout: 70_000 }).toBeGreaterThan(before)
      const token = linkIn(await product.mail.emailTo(email)).searchParams.get('token') ?? ''
      expect((await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)).status).toBe(200)
      expect(await run(supportLog, email)).toMatch(
        /Kim: Bestätigungs-E-Mail noch einmal verschickt \(neuling@example\.org\)/,
      )
    },
    patienceMs,
  )

  test('of nobody, or of somebody who has finished, is refused', async () => {
    await expect(run(usersVerifyAgain, 'niemand@example.org')).rejects.toThrow('kein Konto')
    await expect(run(usersVerifyAgain, passerBy.email)).rejects.toThrow('schon bestätigt')
    await expect(run(usersVerifyAgain)).rejects.toThrow('genau eine')
  })
})

describe('another address', () => {
  test(
    'is the account’s once the new mailbox confirms it; the old one is told, and no browser stays signed in',
    async () => {
      const person = await becomeCustomer(product)
      const newEmail = 'umgezogen@example.org'
      await run(usersChangeEmail, person.email, '--to', newEmail, '--by', 'Kim')
      await wakeMessages()
      const notice = await product.mail.emailTo(person.email, /soll geändert werden/)
      expect(notice.text).toContain(`der Support hat für Ihr Konto die neue E-Mail-Adresse ${newEmail} eingetragen`)
      expect(notice.text).toContain('Das war ich nicht')
      const mail = await product.mail.emailTo(newEmail, /bestätigen Sie Ihre neue/)
      expect(mail.text).toContain('werden alle Browser abgemeldet')
      expect((await callAs(product, person, 'GET', '/api/users/profile')).text).toContain(person.email)
      expect(await activityOf(person)).toMatch(/"actor":"support","kind":"email-change-asked"/)

      const token = linkIn(mail).searchParams.get('token') ?? ''
      expect((await send(product.url, 'GET', `/api/auth/verify-email?token=${token}`)).status).toBe(200)
      expect((await callAs(product, person, 'GET', '/api/users/profile')).status).toBe(401)
      await signIn(product, { email: newEmail, password: person.password })
      expect(await run(supportLog, newEmail)).toMatch(
        /Kim: Eine neue E-Mail-Adresse angegeben \(umgezogen@example\.org\)/,
      )
    },
    patienceMs,
  )

  test('of nobody, of another account, unchanged or invalid is refused', async () => {
    const other = await becomeCustomer(product)
    const refused = (to: string, of = passerBy.email) => expect(run(usersChangeEmail, of, '--to', to)).rejects
    await refused('neu@example.org', 'niemand@example.org').toThrow('kein Konto')
    await refused(other.email.toUpperCase()).toThrow('anderen Konto')
    await refused(passerBy.email.toUpperCase()).toThrow('schon die E-Mail-Adresse')
    for (const wrong of ['', 'keine', `${'x'.repeat(10_000)}@example.org`]) await refused(wrong).toThrow('ungültig')
    await expect(run(usersChangeEmail, passerBy.email)).rejects.toThrow('hinter --to')
  })
})

describe('a licence', () => {
  test('is extended and revoked, which its owner reads with the reason, and its device has none any more', async () => {
    const person = await becomeCustomer(product)
    const key = await keyOf(person)
    expect(await run(licencesExtend, key.toLowerCase(), '--until', '2035-12-31')).toContain('01.01.2036, 00:00 Uhr')
    expect(await run(licencesRevoke, key, '--reason', 'Kauf <b>rückgängig</b>', '--by', 'Kim')).toContain(
      'nutzten: 1. Sie galt bis 01.01.2036',
    )
    const { text } = await callAs(product, person, 'GET', '/api/devices/licenses/overview')
    expect(text).toContain('"expired":1')
    expect(await activityOf(person)).toMatch(/"support","kind":"licence-revoked"[^}]*Kauf <b>rückgängig<\/b>/)
    await expect(run(licencesRevoke, key, '--reason', 'noch einmal')).rejects.toThrow('wurde schon beendet')
    expect(await run(licencesExtend, key, '--days', '0')).toContain('gilt wieder, bis 01.01.2036')
  })

  test('is left as it is by what makes no sense', async () => {
    const key = await keyOf(passerBy)
    const extend = (...words: string[]) => expect(run(licencesExtend, key, ...words)).rejects
    await extend().toThrow('entweder --until oder --days')
    await extend('--days', '3', '--until', '2035-12-31').toThrow('entweder')
    for (const days of ['-1', '1.5', 'viele', '1e9x']) await extend(`--days=${days}`).toThrow('ganze Zahl')
    await extend('--days', '0').toThrow('nur eine Lizenz, die beendet wurde')
    await extend('--days', '3651').toThrow('höchstens 3650')
    await extend('--until', '2020-01-01').toThrow('schon vorbei')
    await extend('--until', '2035-02-31').toThrow('einen Tag nennen')
    await expect(run(licencesExtend, 'WW-NIX', '--days', '3')).rejects.toThrow('gibt es nicht')
    await expect(run(licencesExtend, 'x'.repeat(10_000), '--days', '3')).rejects.toThrow('gibt es nicht')
    await expect(run(licencesRevoke, key)).rejects.toThrow('der Kunde liest ihn')
    await expect(run(licencesRevoke, key, '--reason', 'x'.repeat(10_000))).rejects.toThrow('länger als 200')
    await expect(run(licencesRevoke, 'WW-NIX', '--reason', 'x')).rejects.toThrow('gibt es nicht')
  })
})

test('a claim code is shown once and registers the device', async () => {
  const imei = '350000000009001'
  await sell(product, { imei })
  const first = await run(devicesClaimCode, imei)
  expect(first).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
  expect(await run(devicesClaimCode, imei, '--code', 'Karte 4711 X')).toContain(
    'frühere Aktivierungscode gilt nicht mehr',
  )
  const register = (claimCode: string) =>
    callAs(product, passerBy, 'POST', '/api/device-registration/register', { imei, claimCode, userId: passerBy.userId })
  expect((await register(first)).code).toBe('IMEI_NOT_AVAILABLE')
  expect((await register('karte4711x')).status).toBe(201)
  await expect(run(devicesClaimCode, imei)).rejects.toThrow('gehört schon zu einem Konto')
  await expect(run(devicesClaimCode, '350000000009002')).rejects.toThrow('nicht in der Liste')
  await expect(run(devicesClaimCode, imei, '--code', 'kurz')).rejects.toThrow('weniger als 8')
})

describe('an announcement', () => {
  const announced = async () => {
    const { body } = await send(product.url, 'GET', '/api/config')
    return (body as { data: { announcement?: string } }).data.announcement
  }

  test(
    'is in the answer that every page asks for, as it was typed, until it is taken back',
    async () => {
      const time = ['--from', '2035-01-01 00:00', '--until', '2035-01-01 02:00']
      await expect(run(announce, 'Wartung', ...time)).rejects.toThrow('höchstens 30 Tagen')
      const [from, until] = [1, 2].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
      const words = await run(announce, 'Wartung <script>', '--from', `${from} 01:00`, '--until', `${until} 02:00`)
      expect(words).toMatch(/^Vom .* 01:00 Uhr, bis zum .* 02:00 Uhr: Wartung <script>$/)
      await expect.poll(announced, { timeout: 60_000 }).toBe(words)
      await run(announce, '--none')
      await expect.poll(announced, { timeout: 60_000 }).toBeUndefined()
      await expect(run(announce, '--none')).rejects.toThrow('nichts angekündigt')
    },
    patienceMs,
  )

  test('that is empty, too long, of several lines or of a time that makes no sense is refused', async () => {
    const refused = (...words: string[]) => expect(run(announce, ...words)).rejects
    const time = ['--from', '2020-01-01 00:00', '--until', '2020-01-01 02:00']
    for (const text of ['x'.repeat(10_000), 'x'.repeat(301)]) await refused(text, ...time).toThrow('länger als 300')
    await refused('eins\nzwei', ...time).toThrow('in einer Zeile')
    await refused('', ...time).toThrow('in Anführungszeichen')
    await refused('Wartung', ...time).toThrow('schon vorbei')
    await refused('Wartung', '--from', '2035-01-02 00:00', '--until', '2035-01-01 00:00').toThrow('vor ihrem Beginn')
    await refused('Wartung', '--from', 'morgen', '--until', '2035-01-01 00:00').toThrow('hinter --from')
    await refused('Wartung', '--none').toThrow('steht allein')
  })
})

test(
  'each command explains itself, refuses in one line with code 1, and notes who gave it',
  async () => {
    const env = { DATA_DIR: product.settings.DATA_DIR, SUDO_USER: 'kim' }
    const help = await command(['licences', 'revoke', '--help'], env)
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('licences revoke SCHLÜSSEL --reason GRUND')])
    const refused = await command(['licences', 'extend', 'WW-NIX', '--days', '3'], env)
    expect([refused.code, refused.err.trim().split('\n').at(-1)]).toEqual([1, 'Diesen Lizenzschlüssel gibt es nicht.'])
    expect((await command(['users', 'find', passerBy.email], env)).code).toBe(0)
    expect((await command(['support', 'log', '--days', '1'], env)).out).toMatch(/ kim: Kunden gesucht \(1 gefunden\)/)
    await expect(run(usersFind, passerBy.email, '--by', ' ')).rejects.toThrow('hinter --by einen Namen')
    await expect(run(supportLog, '--days', '9999')).rejects.toThrow('1 bis 365')
  },
  patienceMs,
)
