import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { auth } from '#contract/auth/auth.ts'
import { daySeconds } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { camera } from '#server/feeds/testing/overpass.ts'
import { type Balancer, startBalancer } from '#server/testing/balancer.ts'
import { outcome, send } from '#server/testing/client.ts'
import { command } from '#server/testing/command.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type LiveStream, openLiveStream } from '#server/testing/load/live-stream.ts'
import { becomeCustomer, type Person, signIn } from '#server/testing/people.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* Two processes for browsers and one for work and trackers share one PostgreSQL, as on several machines. */

const postgres = runPostgres()
/** Long enough for a busy machine. */
const patienceMs = 120_000

describe.skipIf('missing' in postgres)('several processes on one PostgreSQL', { timeout: patienceMs }, () => {
  const server = 'missing' in postgres ? '' : postgres.url
  const url = server.replace('/postgres?', '/machines?')
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-machines-'))
  let connection: Connection
  let mail: TestMailServer
  let one: ProductProcess
  let other: ProductProcess
  let work: ProductProcess
  let front: Balancer
  let trackers: string

  beforeAll(async () => {
    await onServer(server, 'create database machines')
    connection = connect({ url })
    mail = await startMailServer()
    const port = String(await freePort())
    trackers = `http://127.0.0.1:${port}`
    const settings = { DATABASE_URL: url, SMTP_URL: mail.url, TRUST_PROXY: '127.0.0.1' }
    work = await startProductProcess({ ...settings, ROLES: 'jobs,gateway', GATEWAY_OSMAND_PORT: port })
    const api = () => startProductProcess({ ...settings, ROLES: 'api' })
    ;[one, other] = await Promise.all([api(), api()])
    front = await startBalancer([one.url, other.url])
  }, patienceMs)

  afterAll(async () => {
    await front.stop()
    await Promise.all([one, other, work].map((each) => each.stop()))
    await mail.close()
    await connection.close()
    await onServer(server, 'drop database machines with (force)')
    rmSync(folder, { recursive: true, force: true })
  }, patienceMs)

  const product = (url = front.url) => ({ url, mail, operator: connection.database, settings: readSettings({}) })
  const profile = (at: ProductProcess, token: string) => send(at.url, 'GET', '/api/users/profile', { token })
  const nowSeconds = () => Math.floor(clockFrom().now().getTime() / 1000)

  /** A customer whose tracker is recorded. */
  async function becomeRecorded(): Promise<Person> {
    const person = await becomeCustomer(product())
    const { token, deviceId } = person
    await send(one.url, 'POST', '/api/tracking/consent', { token, body: { deviceId, consentGiven: true } })
    await send(other.url, 'POST', '/api/tracking/enable', { token, body: { deviceId, trackingMode: 'BOTH' } })
    return person
  }

  test('a session that begins at one ends at the other', async () => {
    const { email, password } = await becomeCustomer(product())
    const { token } = await signIn(product(one.url), { email, password })
    expect((await profile(other, token)).status).toBe(200)
    await send(other.url, 'POST', '/api/auth/logout', { token })
    expect((await profile(one, token)).status).toBe(401)
  })

  test('wrong passwords count together, wherever they are tried', async () => {
    const { email } = await becomeCustomer(product())
    const guess = (at: ProductProcess) =>
      send(at.url, 'POST', '/api/auth/login', { body: { email, password: 'falsch' } }).then(outcome)
    for (let tries = 0; tries < auth.login.limit.rules.account.max; tries += 1) {
      expect(await guess(tries % 2 === 0 ? one : other)).toEqual([401, 'UNAUTHORIZED'])
    }
    expect([await guess(one), await guess(other)]).toEqual([
      [429, 'RATE_LIMITED'],
      [429, 'RATE_LIMITED'],
    ])
  })

  test('a report that the gateway takes is announced by every process', async () => {
    const person = await becomeRecorded()
    const streams = await Promise.all([one, other].map(({ url }) => openLiveStream(url, person.token)))
    const second = nowSeconds()
    expect((await report(trackers, person, second)).status).toBe(200)
    for (const stream of streams) {
      const recordedAt = new Date(second * 1000).toISOString()
      expect(await stream.until(({ type }) => type === 'position', patienceMs)).toMatchObject({ recordedAt })
      await stream.close()
    }
  })

  test('POIs that a command imports are on the map of both', async () => {
    const file = join(folder, 'cameras.json')
    writeFileSync(file, JSON.stringify({ version: 0.6, elements: [camera()] }))
    const { token } = await becomeCustomer(product())
    const shown = (at: ProductProcess) => send(at.url, 'GET', '/api/poi/all', { token }).then(({ body }) => body)
    expect([await shown(one), await shown(other)]).toEqual([[], []])
    expect(await command(['feeds', 'run', 'overpass', '--file', file], { DATABASE_URL: url })).toMatchObject({
      code: 0,
    })
    for (const at of [one, other]) {
      await expect.poll(() => shown(at), { timeout: patienceMs }).toMatchObject([{ poiType: 'SpeedControl' }])
    }
  })

  test('a picture that one takes is shown by the other', async () => {
    const { token } = await becomeCustomer(product())
    const authorization = `Bearer ${token}`
    const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await drawn.png().toBuffer())]), 'bild.png')
    const sent = await fetch(`${one.url}/api/upload`, { method: 'POST', headers: { authorization }, body })
    const { data } = z.object({ data: z.object({ url: z.string() }) }).parse(await sent.json())
    const picture = await fetch(`${other.url}${data.url}`, { headers: { authorization } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('each e-mail is sent once, whichever process it was asked of', async () => {
    await connection.database.deleteFrom('attempts').execute()
    const addresses = Array.from({ length: 12 }, (_, number) => `neu${number}@example.org`)
    const register = (email: string, number: number) =>
      send((number % 2 === 0 ? one : other).url, 'POST', '/api/auth/register', {
        body: { email, password: 'geheim-1' },
      })
    const answers = await Promise.all(addresses.map(register))
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 201))
    await vi.waitFor(async () => {
      const { rows } = await connection.pool.query(`select from pgboss.job where state < 'completed' and data <> '{}'`)
      expect(rows).toEqual([])
    }, patienceMs)
    const sentTo = mail.emails.flatMap(({ to }) => to?.map(({ address }) => address) ?? [])
    expect(sentTo.filter((address) => address?.startsWith('neu')).toSorted()).toEqual(addresses.toSorted())
  })

  test('killed under load, one is missed by nobody: the other answers, nothing is lost, live events come back', async () => {
    const people = [await becomeRecorded(), await becomeRecorded()]
    const streams = people.map(({ token }) => keepStream(front.url, token))
    await vi.waitUntil(() => streams.every(({ isOpen }) => isOpen()), patienceMs)
    const load = people.map((person) => reportTo(front.url, person))

    await Promise.all(load.map(({ untilAcknowledged }) => untilAcknowledged(50)))
    await one.kill()
    await Promise.all(load.map(({ untilAcknowledged }) => untilAcknowledged(200)))
    await Promise.all(load.map(({ end }) => end()))
    await vi.waitUntil(() => streams.every(({ isOpen }) => isOpen()), patienceMs)
    for (const [index, person] of people.entries()) {
      const second = nowSeconds()
      await report(trackers, person, second)
      await vi.waitUntil(() => streams[index]?.lastPosition() === second, patienceMs)
    }
    for (const [index, person] of people.entries()) {
      const rows = await connection.database
        .selectFrom('positions')
        .select('recorded_at')
        .where('device_id', '=', person.deviceId)
        .execute()
      const seconds = rows.map(({ recorded_at }) => recorded_at.getTime() / 1000)
      expect(load[index]?.acknowledged.filter((second) => !seconds.includes(second))).toEqual([])
      expect(new Set(seconds).size).toBe(seconds.length)
    }

    await one.startAgain()
    expect((await profile(one, people[0]?.token ?? '')).status).toBe(200)
    await Promise.all(streams.map(({ end }) => end()))
  })

  const withoutNginx = 'through nginx (skipped: nginx is not installed; a relay of our own was in front)'
  test('nginx was in front', (context) => {
    if (front.kind === 'relay') context.skip(withoutNginx)
    expect(front.kind).toBe('nginx')
  })
})

async function onServer(url: string, statement: string): Promise<void> {
  const { database, close } = connect({ url })
  await sql.raw(statement).execute(database)
  await close()
}

/** As the tracker of a person reports in OsmAnd's protocol. */
function report(trackers: string, { imei, deviceSecret }: Person, second: number): Promise<Response> {
  const query = { id: imei, key: deviceSecret, lat: '49.5', lon: '8.25', timestamp: String(second) }
  return fetch(`${trackers}/?${new URLSearchParams(query).toString()}`)
}

const stored = JSON.stringify({ success: true, data: { stored: true } })

/** Positions over the API, each with a second of its own, until it is ended. */
function reportTo(url: string, { token, deviceId }: Person) {
  const firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - daySeconds
  const acknowledged: number[] = []
  const otherAnswers = new Set<string>()
  const run = { isOver: false, sent: 0 }
  const drive = async () => {
    while (!run.isOver) {
      const second = firstSecond + run.sent++
      const body = { latitude: 49.5, longitude: 8.25, recordedAt: new Date(second * 1000).toISOString() }
      const answer = await send(url, 'POST', `/api/devices/${deviceId}/position`, { token, body }).catch(() => null)
      if (answer?.text === stored) acknowledged.push(second)
      else if (answer !== null) otherAnswers.add(`${answer.status} ${answer.text.slice(0, 80)}`)
      // Timed: as fast as one device may report.
      await sleep(200)
    }
  }
  const driven = Promise.all(Array.from({ length: 4 }, drive))
  return {
    acknowledged,
    untilAcknowledged: (count: number) =>
      vi.waitUntil(() => {
        const unexpected = [...otherAnswers].filter((answer) => !answer.startsWith('502'))
        if (unexpected.length > 0) throw new Error(unexpected.join(', '))
        return acknowledged.length >= count
      }, patienceMs),
    async end() {
      run.isOver = true
      await driven
    },
  }
}

/** Live events as a browser has them: whenever they end, it asks for them again. */
function keepStream(url: string, token: string) {
  const run = { isOver: false }
  let stream: LiveStream | null = null
  const keep = async () => {
    while (!run.isOver) {
      stream = await openLiveStream(url, token).catch(() => null)
      if (stream?.response.statusCode === 200) await stream.ended
      stream = null
      // Timed: the pause of a browser.
      await sleep(100)
    }
  }
  const kept = keep()
  return {
    isOpen: () => stream?.response.statusCode === 200,
    lastPosition() {
      const last = stream?.events.findLast(({ type }) => type === 'position')
      return last?.type === 'position' ? Date.parse(last.recordedAt) / 1000 : null
    },
    async end() {
      run.isOver = true
      await stream?.close()
      await kept
    },
  }
}
