import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logKey } from '#server/db/shared/log-key.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'
import { createReceptionLog } from '#server/protocols/reception-log.ts'
import { send } from '#server/testing/client.ts'
import { command } from '#server/testing/command.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/** Each command is a process of its own; on a busy machine one takes ten seconds. */
const patienceMs = 240_000
let product: TestProduct
beforeAll(async () => void (product = await startTestProduct()), patienceMs)
afterAll(() => product.close())

const run = (...words: string[]) =>
  command(words, { DATA_DIR: product.settings.DATA_DIR, SMTP_URL: product.settings.SMTP_URL ?? '' })

test(
  'support sees how far an account and its device are, and what became of its e-mails, but no place, token or key',
  async () => {
    const person = await becomeCustomer(product)
    const place = { latitude: 49.123456, longitude: 8.654321 }
    await send(product.url, 'POST', `/api/devices/${person.deviceId}/position`, { token: person.token, body: place })

    const [user, device] = [await run('users', 'show', person.email), await run('devices', 'show', person.imei)]
    expect([user.code, device.code]).toEqual([0, 0])
    expect(user.out).toMatch(/E-Mail-Adresse: bestätigt \d\d\./)
    expect(user.out).toMatch(/Geräte: 1; Lizenzen: \d/)
    expect(user.out).toMatch(/verification-mail +erledigt, dem Mailserver übergeben/)
    expect(device.out).toMatch(/Registriert: ja, seit/)
    expect(device.out).toMatch(/Letztes Lebenszeichen: \d\d\./)
    const everything = user.out + device.out
    for (const secret of [person.token, person.deviceSecret, person.password, '49.12', '8.65']) {
      expect(everything).not.toContain(secret)
    }
    expect(device.out).not.toContain(person.email)

    await run('users', 'disable', person.email)
    expect((await run('users', 'show', person.email)).out).toContain('GESPERRT seit')
    expect(await run('users', 'show', 'nobody@example.org')).toMatchObject({ code: 1 })
    expect((await run('devices', 'show', '350000000000999')).err).toContain('nicht in der Liste verkaufter Geräte')
  },
  patienceMs,
)

test(
  'the operator sees whether work is left, and tries the mail server and the settings',
  async () => {
    expect((await run('jobs', 'status', '--all')).out).toMatch(/positions-expire +.*zuletzt erledigt/)
    expect((await run('jobs', 'retry', 'nothing-like-it')).err).toContain('Diese Aufgabe gibt es nicht')
    expect((await run('jobs', 'retry', 'verification-mail')).out).toContain('nichts aufgegeben')
    expect(await run('mail', 'test', 'operator@example.org')).toMatchObject({ code: 0 })
    await product.mail.emailTo('operator@example.org', /Test-E-Mail/)
    expect((await run('settings', 'check')).out).toContain('Die Einstellungen sind gültig')
  },
  patienceMs,
)

test(
  'support finds the lines of one tracker in the log, by a name that says nothing to others',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-log-'))
    const log = join(folder, 'product.log')
    const names = createPseudonyms(await logKey(product.operator))
    const lines: string[] = ['a line of another program\n']
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const outcomes = createReceptionLog({ log: logger, names, metrics: createMetrics() })
    for (const outcome of ['STORED', 'STORED', 'NO_FIX']) outcomes.note('teltonika', '350000000000471', outcome)
    outcomes.note('teltonika', '350000000000472', 'UNKNOWN_TRACKER')
    outcomes.noteUnread('teltonika', { identity: '350000000000471', unread: ['codec 8'] })
    outcomes.close()
    writeFileSync(log, lines.join(''))
    const { out, code } = await run('devices', 'trace', '350000000000471', log)
    expect([code, out.trim().split('\n').slice(1)]).toEqual([
      0,
      [
        expect.stringMatching(/teltonika +STORED$/),
        expect.stringMatching(/teltonika +NO_FIX \(vorher STORED\)$/),
        expect.stringMatching(/teltonika +nicht gelesen: codec 8 \(1-mal seit dem Start\)$/),
      ],
    ])
    expect(out).toContain(`heißt dieses Gerät ${names.tracker('350000000000471')}.`)
    expect((await run('devices', 'trace', '350000000000471', join(log, 'missing'))).err).toContain(
      'lässt sich nicht lesen',
    )
    rmSync(folder, { recursive: true })
  },
  patienceMs,
)

test(
  'a check of settings says what a start in production refuses and what it warns of, also where the file leaves NODE_ENV to a unit',
  async () => {
    const { out, code } = await run('settings', 'check')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^Achtung: Mit NODE_ENV=production startet das Produkt so nicht: PUBLIC_URL .*\nAchtung: TRUST_PROXY fehlt.*\nAchtung: DATABASE_URL fehlt/m,
      ),
    ])
    const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example?requireTLS=true&ignoreTLS=true' }
    const refused = await command(['settings', 'check'], production)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('SMTP_URL schickt')])
    expect((await command(['settings', 'check'], { NODE_ENV: 'development' })).out).not.toContain('Achtung')
  },
  patienceMs,
)

test(
  'a mail server and a database that do not answer are named, one line each',
  async () => {
    const nowhere = { SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: 'postgres://operator:geheim@127.0.0.1:1/wegwarte' }
    const { code, err } = await command(['settings', 'check'], nowhere)
    expect([code, err.trim().split('\n')]).toEqual([
      1,
      [
        'DATABASE_URL: PostgreSQL „wegwarte“ auf 127.0.0.1:1 antwortet nicht (ECONNREFUSED).',
        expect.stringMatching(/^SMTP_URL: Der Mailserver antwortet nicht.*\(ESOCKET|ECONNECTION|ECONNREFUSED/),
      ],
    ])
    expect((await command(['mail', 'test', 'operator@example.org'], nowhere)).err).toMatch(
      /^Nicht verschickt: .*SMTP_URL/,
    )
    expect((await command(['mail', 'test', 'operator@example.org'])).err).toContain('SMTP_URL fehlt')
  },
  patienceMs,
)
