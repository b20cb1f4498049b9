import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { alarms } from '#contract/alarms/alarms.ts'
import { dataExport } from '#contract/data-export/data-export.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { beginRounds, passForWork } from '#server/jobs/testing/next-round.ts'
import { testSecret } from '#server/phone/testing/receiver.ts'
import { outcome, send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type Message, type NightDoors, openNightDoors } from '#server/testing/nights/night-doors.ts'
import { type Kind, kinds } from '#server/testing/nights/night-kinds.ts'
import { becomeSleepers, bringAbout, cutOff, signInAgain, type Sleepers } from '#server/testing/nights/night-people.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import type { MailMood } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/*
 * Messages of every kind, from outside, through a night in which their recipients' servers put them off, and the product is killed
 * while it hands them over. A real process and its database go through it once, for all kinds together; the tests say what
 * has arrived.
 */

/** Long enough for a busy machine. */
const patienceMs = 150_000
const wait = { timeout: 40_000, interval: 50 }
/** Work begins within two seconds. */
const roundPatience = { timeout: 3_000, interval: 20 }

const [ofContact, others] = [
  kinds.filter(({ name }) => name.endsWith('contact')),
  kinds.filter(({ name }) => !name.endsWith('contact')),
]

/** Beside alarms so many e-mails are on their way at a time: the next one waits for its turn. */
const besideAlarms = kinds.filter(({ isAlarm }) => !isAlarm)
const waitingFor = (others: number) => Math.max(0, others - mailServerLimits.othersAtOnce)

const nights = ['quiet', 'put off', 'killed before', 'killed after'] as const
type Night = (typeof nights)[number]

const postgres = runPostgres()

describe.skipIf('missing' in postgres)('through a night', { timeout: patienceMs }, () => {
  const server = 'missing' in postgres ? '' : postgres.url
  const url = server.replace('/postgres?', '/nights?')
  let connection: Connection
  let doors: NightDoors
  let running: ProductProcess
  let trackers: string
  let sleepers: Record<Night, Sleepers>
  /** What was being handed over when the product was killed. */
  const hangingAt: Record<'killed before' | 'killed after', readonly Message[]> = {
    'killed before': [],
    'killed after': [],
  }
  /** What had arrived when the product was killed after that. */
  let keptBefore: readonly Message[]
  /** What the owner saw while their messages were put off. */
  let seenMeanwhile: unknown
  const toSupport: [name: string, outcome: unknown][] = []

  const support = readSettings({}).SUPPORT_MAIL
  const times = ['2027-06-15T15:00:00Z', ...['16:05', '16:35', '17:05', '17:35'].map((at) => `2027-06-16T${at}:00Z`)]
  let clock = ''
  const product = () => ({
    url: running.url,
    mail: doors.mail,
    operator: connection.database,
    settings: readSettings({ CLOCK: clock }),
  })
  const receiversOf = ({ owner, phone, browser, leaver, gone }: Sleepers) => [
    owner.email,
    phone,
    browser,
    leaver.email,
    gone.email,
  ]
  const to = (night: Night, mood: MailMood) => doors.set(mood, receiversOf(sleepers[night]))
  const toContact = (night: Night, mood: MailMood) => doors.set(mood, [sleepers[night].contact])
  const among = (messages: readonly Message[], { to: receiver, words }: Kind, night: Night) =>
    messages.filter((message) => message.to === receiver(sleepers[night]) && words.test(message.words))

  /** Rounds begin until each of these kinds is there so often: one may raise what another one sends. */
  const until = (
    which: 'kept' | 'offered' | 'hanging',
    night: Night,
    wanted: readonly Kind[],
    countOf = (_kind: Kind) => 1,
    mostMissing = 0,
  ) =>
    vi.waitFor(async () => {
      await beginRounds(connection)
      await vi.waitFor(() => {
        const missing = wanted.filter((kind) => among(doors[which](), kind, night).length < countOf(kind))
        const names = missing.map(({ name }) => name)
        expect(names.slice(mostMissing), `${which} in the night that is ${night}`).toEqual([])
      }, roundPatience)
    }, wait)

  const atRest = () =>
    vi.waitFor(async () => {
      const { rows } = await connection.query("select name from pgboss.job where state in ('created', 'active')")
      expect(rows).toEqual([])
    }, wait)

  /** The next one, on the same database, at a later time. */
  const startAgain = async (time = '') => {
    const minutes = (Date.parse(time) - Date.parse(clock)) / minuteMs
    clock = time
    await passForWork(connection, minutes)
    await running.startAgain({ CLOCK: clock })
  }
  const writeToSupport = () =>
    send(running.url, 'POST', '/api/contact', {
      body: { name: 'Anna', email: 'anna@example.org', subject: 'Frage', message: 'Wie lange hält der Akku?' },
    })

  beforeAll(async () => {
    const { database, close } = connect({ url: server })
    await sql`create database nights`.execute(database)
    await close()
    connection = connect({ url })
    doors = await openNightDoors()
    const port = String(await freePort())
    trackers = `http://127.0.0.1:${port}`
    clock = times[0] ?? ''
    const settings = {
      DATABASE_URL: url,
      SMTP_URL: doors.mail.url,
      ALERT_WEBHOOK_URL: doors.phones.url,
      ALERT_WEBHOOK_SECRET: testSecret,
      GATEWAY_OSMAND_PORT: port,
      CLOCK: clock,
    }
    running = await startProductProcess(settings, [], ['server/testing/loopback-product.ts'])
    const reporter: Person = await becomeCustomer(product())
    sleepers = {
      quiet: await becomeSleepers(product(), doors, 'quiet'),
      'put off': await becomeSleepers(product(), doors, 'put off'),
      'killed before': await becomeSleepers(product(), doors, 'killed before'),
      'killed after': await becomeSleepers(product(), doors, 'killed after'),
    }
    await atRest()
    await running.kill()

    await startAgain(times[1])
    for (const night of nights) await signInAgain(product(), sleepers[night])
    to('put off', 'PUTS_OFF')
    for (const night of nights) await cutOff(trackers, sleepers[night])
    for (const night of ['quiet', 'put off'] as const) await bringAbout(product(), sleepers[night], reporter)
    await until('kept', 'quiet', others)
    await until('offered', 'put off', others)
    doors.set('PUTS_OFF', [support])
    toSupport.push(['put off', outcome(await writeToSupport())])
    await atRest()
    seenMeanwhile = await logOf('put off')
    await running.kill()

    to('put off', 'TAKES')
    for (const night of ['put off', 'killed before', 'killed after'] as const) toContact(night, 'PUTS_OFF')
    await startAgain(times[2])
    await until('kept', 'put off', others)
    await until('kept', 'quiet', ofContact)
    await until('offered', 'put off', ofContact)
    to('killed before', 'HANGS')
    toContact('killed before', 'HANGS')
    doors.set('HANGS', [support])
    await signInAgain(product(), sleepers['killed before'])
    const broken = writeToSupport().then(outcome, () => 'broke off')
    await vi.waitUntil(() => doors.hanging().some((message) => message.to === support), wait)
    await bringAbout(product(), sleepers['killed before'], reporter)
    await until('hanging', 'killed before', kinds, undefined, waitingFor(besideAlarms.length + 1))
    await running.kill()
    hangingAt['killed before'] = doors.hanging()
    toSupport.push(['killed', await broken])

    to('killed before', 'TAKES')
    for (const night of ['put off', 'killed before'] as const) toContact(night, 'TAKES')
    doors.set('TAKES', [support])
    await startAgain(times[3])
    toSupport.push(['taken', outcome(await writeToSupport())])
    await until('kept', 'put off', ofContact)
    await until('kept', 'killed before', kinds)
    to('killed after', 'TAKES_AND_HANGS')
    toContact('killed after', 'TAKES_AND_HANGS')
    await signInAgain(product(), sleepers['killed after'])
    await bringAbout(product(), sleepers['killed after'], reporter)
    await until('hanging', 'killed after', kinds, undefined, waitingFor(besideAlarms.length))
    await running.kill()
    hangingAt['killed after'] = doors.hanging()
    keptBefore = doors.kept()

    to('killed after', 'TAKES')
    toContact('killed after', 'TAKES')
    await startAgain(times[4])
    await until('kept', 'killed after', kinds, (kind) => among(keptBefore, kind, 'killed after').length + 1)
    await atRest()
    await beginRounds(connection)
    await atRest()
  }, 2 * patienceMs)

  afterAll(async () => {
    await running.stop()
    await doors.close()
    await connection.close()
    const { database, close } = connect({ url: server })
    await sql`drop database nights with (force)`.execute(database)
    await close()
  }, patienceMs)

  const logOf = async (night: Night) => {
    const { owner } = sleepers[night]
    const { body } = await callAs(product(), owner, 'GET', `/api/alarms/${owner.deviceId}`)
    return z
      .object({ data: alarms.list.reply })
      .parse(body)
      .data.alarms.find(({ kind }) => kind === 'TEST')
  }

  describe.each(kinds.map((kind) => ({ name: kind.name, kind })))('$name', ({ kind }) => {
    const namesIn = (night: Night, which: 'kept' | 'offered' = 'kept') =>
      among(doors[which](), kind, night).map(({ name }) => name)

    test('arrives once in a quiet night', () => {
      expect(namesIn('quiet')).toHaveLength(1)
      expect(namesIn('quiet', 'offered')).toHaveLength(1)
    })

    test('arrives once, later, where it was put off', () => {
      expect(namesIn('put off')).toHaveLength(1)
      expect(namesIn('put off', 'offered').length).toBeGreaterThan(1)
    })

    test('arrives once where the product was killed before it was accepted', () => {
      expect(namesIn('killed before')).toHaveLength(1)
      const wasHanging = among(hangingAt['killed before'], kind, 'killed before').length > 0
      expect(namesIn('killed before', 'offered').length).toBeGreaterThan(wasHanging ? 1 : 0)
    })

    test(`arrives once more, under ${kind.isNamed ? 'the same name' : 'another name'}, where it was killed after that`, () => {
      const names = namesIn('killed after')
      // More than one where it hung for so long that it was given up and tried again before.
      const before = among(keptBefore, kind, 'killed after').length
      expect(before > 0).toBe(among(hangingAt['killed after'], kind, 'killed after').length > 0)
      expect(names).toHaveLength(before + 1)
      expect(new Set(names).size).toBe(kind.isNamed ? 1 : names.length)
    })
  })

  test('the owner sees of an alarm that it waits, and in the end that it was sent', async () => {
    expect(seenMeanwhile).toMatchObject({
      letter: { state: 'QUEUED' },
      pushes: [{ state: 'QUEUED' }],
      hops: [{ channel: 'SMS', state: 'QUEUED' }],
    })
    for (const night of nights) {
      expect(await logOf(night), night).toMatchObject({
        letter: { state: 'SENT' },
        pushes: [{ state: 'SENT' }],
        hops: [{ channel: 'SMS', state: 'SENT' }],
      })
    }
  })

  test.each(nights)('the owner sees in the night that is %s that their data lie ready', async (night) => {
    const { body } = await callAs(product(), sleepers[night].owner, 'GET', '/api/data-export')
    expect(z.object({ data: z.nullable(dataExport) }).parse(body).data).toMatchObject({ state: 'READY' })
  })

  test('whoever writes to support learns whether it arrived, and nothing is kept for later', () => {
    expect(toSupport).toEqual([
      ['put off', [503, 'UNAVAILABLE']],
      ['killed', 'broke off'],
      ['taken', [200, undefined]],
    ])
    const arrived = doors.kept().filter((message) => message.to === support)
    expect(arrived.map(({ words }) => words)).toEqual([expect.stringMatching(/^Kontakt: Frage\n[^]*Akku/)])
  })
})
