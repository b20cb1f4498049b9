import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clockFrom } from '#server/platform/clock.ts'
import { usersDelete } from '#server/commands/users/users-delete.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, signIn } from '#server/testing/people.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { patience } from '#server/testing/patience.ts'
import { deletionRound } from './account-deletion.jobs.ts'

const path = '/api/account-deletion'
const lines: string[] = []
let product: TestProduct
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-deletion-'))
  mkdirSync(join(folder, 'tmp'))
  vi.stubEnv('TMPDIR', join(folder, 'tmp'))
  await fillWithMigratedDatabase(join(folder, 'data'))
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  product = await startTestProduct({ DATA_DIR: join(folder, 'data') }, log)
}, 60_000)
afterAll(async () => {
  await product.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const call = (person: Person, method: string, to = path, body?: unknown) => callAs(product, person, method, to, body)
const ask = (person: Person, acceptsTheftLoss = false) => call(person, 'POST', path, { acceptsTheftLoss })
const linkOf = async (person: Person, subject: RegExp) =>
  linkIn(await product.mail.emailTo(person.email, subject)).searchParams.get('token') ?? ''
const confirm = (token: string, acceptsTheftLoss = false) =>
  send(product.url, 'POST', `${path}/confirm`, { body: { token, acceptsTheftLoss } })
const keepByLink = (token: string) => send(product.url, 'POST', `${path}/keep`, { body: { token } })
const presentOf = async (person: Person) => (await call(person, 'GET')).body

/** What belongs to somebody, without what a deletion itself leaves (its request, its e-mails, what happened, sessions). */
async function rowsOf({ userId, deviceId }: Person): Promise<Record<string, string>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'device_id')`.execute(product.operator)
  const own = ['account_deletions', 'messages', 'activities', 'sessions', 'mailed_tokens', 'known_browsers']
  const found: Record<string, string> = {}
  for (const { table, column } of rows.filter((one) => !own.includes(one.table))) {
    const value = column === 'user_id' ? userId : deviceId
    const { rows: owned } = await sql<{ rows: string }>`
      select coalesce(json_agg(one order by one::text), '[]')::text as rows
      from ${sql.table(table)} one where ${sql.ref(`one.${column}`)}::text = ${value}`.execute(product.operator)
    found[`${table}.${column}`] = owned[0]?.rows ?? ''
  }
  return found
}

/** Somebody whose grace has begun. */
async function inGrace(): Promise<{ person: Person; confirmToken: string; keepToken: string }> {
  const person = await becomeCustomer(product)
  await ask(person)
  const confirmToken = await linkOf(person, /bestätigen Sie die Löschung/)
  expect((await confirm(confirmToken)).status).toBe(200)
  return { person, confirmToken, keepToken: await linkOf(person, /wird in 14 Tagen gelöscht/) }
}

/** What is done every five minutes. */
const beginRound = () => sql`insert into pgboss.job (name) values (${deletionRound.name})`.execute(product.operator)

/** The end of the grace is brought about. */
async function endGrace(person: Person): Promise<void> {
  await sql`update users set deletes_at = now() - interval '1 minute' where id = ${person.userId}`.execute(
    product.operator,
  )
  await beginRound()
  await product.mail.emailTo(person.email, /Ihr Konto ist gelöscht/)
}

describe('a deletion', () => {
  test('begins with the confirmation; until then and in the grace everything goes on', async () => {
    const person = await becomeCustomer(product)
    expect(await presentOf(person)).toMatchObject({ data: { present: null, figures: { devices: 1, licences: 1 } } })
    expect((await ask(person)).body).toMatchObject({ data: { present: { stage: 'ASKED' } } })
    const token = await linkOf(person, /bestätigen Sie die Löschung/)
    expect(await presentOf(person)).toMatchObject({ data: { present: { stage: 'ASKED' } } })
    const confirmed = await confirm(token)
    expect(confirmed.status).toBe(200)
    // Used again, by a second press or a second browser, it says the same and starts nothing again.
    expect((await confirm(token)).text).toBe(confirmed.text)
    expect(await presentOf(person)).toMatchObject({ data: { present: { stage: 'GRACE', bySupport: false } } })
    expect((await call(person, 'GET', '/api/users/profile')).text).toContain('deletesAt')
    // A second request changes nothing: its end stays where it is.
    expect((await ask(person)).body).toMatchObject({ data: { present: { stage: 'GRACE' } } })
    expect((await signIn(product, person)).userId).toBe(person.userId)
  })

  test('ends with „Doch behalten“, in the app or by the link; afterwards every old link says so', async () => {
    const { person, confirmToken, keepToken } = await inGrace()
    expect((await call(person, 'DELETE')).status).toBe(200)
    expect((await call(person, 'DELETE')).status).toBe(200)
    expect(await presentOf(person)).toMatchObject({ data: { present: null } })
    expect(outcome(await confirm(confirmToken))).toEqual([410, 'DELETION_OVER'])
    expect((await keepByLink(keepToken)).status).toBe(200)

    const other = await inGrace()
    expect((await keepByLink(other.keepToken)).status).toBe(200)
    expect((await keepByLink(other.keepToken)).status).toBe(200)
    expect(await presentOf(other.person)).toMatchObject({ data: { present: null } })
    // It keeps nothing of a later deletion.
    await ask(other.person)
    const again = await vi.waitFor(async () => {
      const token = await linkOf(other.person, /bestätigen Sie die Löschung/)
      expect(token).not.toBe(other.confirmToken)
      return token
    }, patience)
    expect((await confirm(again)).status).toBe(200)
    expect(outcome(await keepByLink(other.keepToken))).toEqual([410, 'DELETION_OVER'])
    expect(await presentOf(other.person)).toMatchObject({ data: { present: { stage: 'GRACE' } } })
  })

  test('has links that are answered clearly: unknown, old, replaced by a newer one, or of a changed password', async () => {
    expect(outcome(await confirm('A'.repeat(43)))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect(outcome(await keepByLink('A'.repeat(43)))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect(outcome(await confirm('A'.repeat(1_000_000)))[0]).toBeGreaterThanOrEqual(400)
    const person = await becomeCustomer(product)
    await ask(person)
    const first = await linkOf(person, /bestätigen Sie die Löschung/)
    await ask(person)
    expect(outcome(await confirm(first))).toEqual([410, 'DELETION_OVER'])
    const second = await vi.waitFor(async () => {
      const token = await linkOf(person, /bestätigen Sie die Löschung/)
      expect(token).not.toBe(first)
      return token
    }, patience)
    await sql`update account_deletions set expires_at = now() - interval '1 minute'
      where user_id = ${person.userId} and ended_at is null`.execute(product.operator)
    expect(outcome(await confirm(second))).toEqual([410, 'EXPIRED'])
    const passwords = { currentPassword: person.password, newPassword: 'ganz-neu-9' }
    await call(person, 'POST', '/api/user/change-password', passwords)
    expect(outcome(await confirm(second))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect(await presentOf(person)).toMatchObject({ data: { present: null } })
  })

  test('that is undone has taken nothing: every row of the account is as it was', async () => {
    const person = await becomeCustomer(product)
    const fix = { latitude: 49.01, longitude: 8.4 }
    const { deviceId } = person
    await call(person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
    await call(person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'MOVEMENT' })
    expect((await call(person, 'POST', `/api/devices/${deviceId}/position`, fix)).status).toBe(201)
    const before = await rowsOf(person)
    expect(Object.values(before).filter((rows) => rows !== '[]').length).toBeGreaterThan(4)
    await ask(person)
    await confirm(await linkOf(person, /bestätigen Sie die Löschung/))
    expect((await keepByLink(await linkOf(person, /wird in 14 Tagen gelöscht/))).status).toBe(200)
    expect(await rowsOf(person)).toEqual(before)
    expect((await signIn(product, person)).userId).toBe(person.userId)
  })

  test('cannot be undone by somebody else, nor by a link of somebody else, nor after its end', async () => {
    const [anna, bert] = [await inGrace(), await inGrace()]
    const stranger = await becomeCustomer(product)
    expect((await call(stranger, 'DELETE')).status).toBe(200)
    expect((await keepByLink(bert.keepToken)).status).toBe(200)
    // A link to confirm is none to keep, and the other way round.
    expect(outcome(await keepByLink(anna.confirmToken))[0]).toBeGreaterThanOrEqual(400)
    expect(outcome(await confirm(anna.keepToken))[0]).toBeGreaterThanOrEqual(400)
    expect(await presentOf(anna.person)).toMatchObject({ data: { present: { stage: 'GRACE' } } })
    // Both at the same moment: the account is there as a whole, or gone as a whole.
    await sql`update users set deletes_at = now() - interval '1 minute' where id = ${anna.person.userId}`.execute(
      product.operator,
    )
    const [kept] = await Promise.all([keepByLink(anna.keepToken), ask(stranger)])
    const profile = async () => (await call(anna.person, 'GET', '/api/users/profile')).status
    await vi.waitFor(async () => expect(await profile()).toBe(kept.status === 200 ? 200 : 401), patience)
  })

  test('during a theft needs to be told that its loss is accepted, also when the theft came after the request', async () => {
    const person = await becomeCustomer(product)
    await ask(person)
    const token = await linkOf(person, /bestätigen Sie die Löschung/)
    await call(person, 'POST', `/api/dossier/${person.deviceId}/state`, { state: 'STOLEN' })
    expect(await presentOf(person)).toMatchObject({
      data: { inUse: { thefts: [{ deviceName: 'Testgerät', openLinks: 0 }] } },
    })
    expect(outcome(await ask(person))).toEqual([409, 'DELETION_DURING_THEFT'])
    expect(outcome(await confirm(token))).toEqual([409, 'DELETION_DURING_THEFT'])
    expect((await confirm(token, true)).status).toBe(200)
  })
})

describe('after the grace', () => {
  test('nothing in a file or a log line names the account, which can register anew', async () => {
    const { person, confirmToken, keepToken } = await inGrace()
    const other = await becomeCustomer(product)
    expect((await call(other, 'GET', '/api/users/profile')).status).toBe(200)
    await endGrace(person)
    expect((await call(person, 'GET', '/api/users/profile')).status).toBe(401)
    expect(outcome(await confirm(confirmToken))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect(outcome(await keepByLink(keepToken))).toEqual([404, 'TOKEN_NOT_FOUND'])
    const names = [person.email, person.userId, person.deviceId, person.token, confirmToken, keepToken]
    const named = (text: string) => names.filter((name) => text.includes(name))
    expect(filesOf(folder).flatMap((file) => named(readFileSync(file, 'latin1')))).toEqual([])
    expect(lines.flatMap(named)).toEqual([])
    const again = { email: person.email, password: person.password }
    expect((await send(product.url, 'POST', '/api/auth/register', { body: again })).status).toBe(201)
  })

  test('a sign-in, a report and a change that arrive with the deletion are refused or done, and nothing is half there', async () => {
    const { person } = await inGrace()
    const { email, password } = person
    const meanwhile = Array.from({ length: 5 }, () => [
      send(product.url, 'POST', '/api/auth/login', { body: { email, password } }),
      call(person, 'POST', '/api/auth/login', { email, password }),
      ask(person),
      call(person, 'PUT', `/api/dossier/${person.deviceId}/details`, {}),
    ])
    const [answers] = await Promise.all([Promise.all(meanwhile.flat()), endGrace(person)])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from users where id = ${person.userId}) + (select count(*) from sessions where user_id = ${person.userId})
        + (select count(*) from devices where id = ${person.deviceId}) as left`.execute(product.operator)
    expect(Number(rows[0]?.left)).toBe(0)
  })
})

describe('the operator’s command', () => {
  const run = (...args: string[]) => {
    const said: string[] = []
    const { settings, operator: database } = product
    const context = {
      database,
      clock: clockFrom(settings.CLOCK),
      settings,
      say: (line: string) => void said.push(line),
    }
    return usersDelete.run(context, args).then((result) => ({ result, said }))
  }

  test('asks for the address twice, and knows accounts only', async () => {
    const { email } = await becomeCustomer(product)
    await expect(run(email)).rejects.toThrow('zweimal')
    await expect(run(email, `x${email}`)).rejects.toThrow('verschieden')
    await expect(run('niemand@example.org', '--yes')).rejects.toThrow('kein Konto')
  })

  test('begins the grace, of which the owner learns by e-mail and in the list of what happened', async () => {
    const person = await becomeCustomer(product)
    const { said } = await run(person.email, person.email)
    expect(said.join('\n')).toMatch(/1 Gerät .*\n[^]*wird gelöscht am/)
    await ask(await becomeCustomer(product))
    const email = await product.mail.emailTo(person.email, /wird in 14 Tagen gelöscht/)
    expect(email.text).toContain('unser Support hat begonnen')
    expect(await presentOf(person)).toMatchObject({ data: { present: { stage: 'GRACE', bySupport: true } } })
    const activities = await call(person, 'GET', '/api/activity')
    expect(activities.text).toMatch(/"actor":"support","kind":"deletion-confirmed"/)
    await expect(run(person.email, '--yes')).rejects.toThrow('läuft schon')
  })

  test('deletes at once with --now, and the receipt goes to the address', async () => {
    const person = await becomeCustomer(product)
    expect((await run(person.email, '--yes', '--now')).result).toMatchObject({ deleted: true, figures: { devices: 1 } })
    expect((await call(person, 'GET', '/api/users/profile')).status).toBe(401)
    await beginRound()
    const receipt = await product.mail.emailTo(person.email, /Ihr Konto ist gelöscht/)
    expect(receipt.text).toContain('1 Gerät mit Fahrzeug und Einstellungen')
  })
})

/** Without the files of the database: its pages are reused by later rows, and its rows are searched by themselves. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('/data/database/'))
    .map((entry) => join(entry.parentPath, entry.name))
}
