import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { readSettings } from '#server/config.ts'
import { connect } from '#server/db/connection/database.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { type Listener, listenHttp } from '#server/protocols/listen.ts'
import { osmand } from '#server/protocols/osmand/osmand.ts'
import { owntracks } from '#server/protocols/owntracks/owntracks.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { CommandProblem } from '#server/commands/command.ts'
import { simulate } from './simulate.ts'

const clock = clockAt('2026-11-21T08:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-simulate-'))
const gpx = join(folder, 'ride.gpx')
const points = ['10:00:00', '10:00:10', '10:00:20'].map(
  (time, index) =>
    `<trkpt lat="49.${index}" lon="8.4"><ele>115</ele><time>2020-05-01T${time}Z</time><course>90</course><speed>10</speed></trkpt>`,
)
const imei = '350000000000001'

let listener: Listener
let owntracksListener: Listener
let reports: Report[]
let lines: string[]
let outcomes: (Delivery | 'FAIL')[]

beforeAll(() => writeFileSync(gpx, `<gpx version="1.0"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`))
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(async () => {
  reports = []
  lines = []
  outcomes = []
  const options = {
    host: '127.0.0.1',
    port: 0,
    clock,
    log: pino({ level: 'silent' }),
    outcomes: testOutcomes(),
    isKnown: async () => false,
    deliver: async (report: Report) => {
      reports.push(report)
      const outcome = outcomes.shift() ?? 'STORED'
      if (outcome === 'FAIL') throw new Error('no database')
      return outcome
    },
  }
  listener = await listenHttp({ ...options, protocol: osmand })
  owntracksListener = await listenHttp({ ...options, protocol: owntracks })
})
afterEach(() => Promise.all([listener.close(), owntracksListener.close()]))

const run = (...args: string[]) =>
  simulate.run(
    {
      database: connect({ socketFolder: folder }).database,
      clock,
      settings: readSettings({
        GATEWAY_OSMAND_PORT: String(listener.port),
        GATEWAY_OWNTRACKS_PORT: String(owntracksListener.port),
        GATEWAY_GT06_PORT: String(listener.port),
      }),
      say: (line) => void lines.push(line),
    },
    args,
  )

test.each(['query', 'form', 'json'])(
  'in the shape %s the whole recording arrives, shifted to end now',
  async (shape) => {
    const outcome = await run('--imei', imei, '--gpx', gpx, '--speed', '10000', '--shape', shape)
    expect(outcome).toEqual({ sent: 3 })
    expect(reports.map(({ fix }) => fix?.recordedAt.toISOString())).toEqual([
      '2026-11-21T07:59:40.000Z',
      '2026-11-21T07:59:50.000Z',
      '2026-11-21T08:00:00.000Z',
    ])
    const [first] = reports
    expect(first).toMatchObject({ identity: imei, fix: { latitude: 49, longitude: 8.4, altitude: 115, course: 90 } })
    const speed = first?.fix?.speed
    expect(speed?.value).toBeCloseTo(speed?.unit === 'knots' ? 19.44 : 10, 2)
    expect(lines.at(1)).toBe('1 von 3 gesendet')
  },
)

test('over OwnTracks the whole recording arrives, with the speed in km/h', async () => {
  const words = ['--imei', imei, '--gpx', gpx, '--speed', '10000', '--protocol', 'owntracks']
  expect(await run(...words, '--secret', 'ein-geheimer-schlussel')).toEqual({ sent: 3 })
  expect(reports.map(({ fix }) => fix?.recordedAt.toISOString())).toEqual([
    '2026-11-21T07:59:40.000Z',
    '2026-11-21T07:59:50.000Z',
    '2026-11-21T08:00:00.000Z',
  ])
  const [first] = reports
  expect([first?.identity, ...(first?.otherNames ?? [])]).toContain(imei)
  expect(first).toMatchObject({
    secret: 'ein-geheimer-schlussel',
    fix: { latitude: 49, longitude: 8.4, altitude: 115, course: 90, speed: { value: 36, unit: 'km/h' } },
  })
})

test('a wrong secret gives up at once', async () => {
  outcomes = ['WRONG_SECRET']
  await expect(run('--imei', imei, '--gpx', gpx, '--speed', '10000')).rejects.toThrow(/--secret/)
  expect(reports).toHaveLength(1)
})

test('the fixes are sent at the requested multiple of real speed', async () => {
  const startedAt = performance.now()
  await run('--imei', imei, '--gpx', gpx, '--speed', '100')
  // Twenty seconds of recording.
  expect(performance.now() - startedAt).toBeGreaterThan(195)
})

test('a report that was not stored is sent again', async () => {
  outcomes = ['STORED', 'FAIL']
  expect(await run('--imei', imei, '--gpx', gpx, '--speed', '10000')).toEqual({ sent: 3 })
  expect(reports).toHaveLength(4)
})

test('an unknown tracker gives up at once', async () => {
  outcomes = ['UNKNOWN_TRACKER']
  await expect(run('--imei', imei, '--gpx', gpx, '--speed', '10000')).rejects.toThrow(/nimmt von dieser IMEI nichts an/)
  expect(reports).toHaveLength(1)
})

describe('one line reports', () => {
  const byMqtt = ['--imei', imei, '--gpx', gpx, '--protocol', 'owntracks-mqtt']

  test.each([
    ['a missing option', ['--gpx', gpx], 'Bitte genau --imei IMEI und --gpx DATEI.gpx nennen.'],
    ['an unknown option', ['--imei', imei, '--gpx', gpx, '--fast'], 'Aufruf unklar'],
    ['an unknown protocol', ['--imei', imei, '--gpx', gpx, '--protocol', 'x'], 'Das Protokoll x gibt es hier'],
    ['an unknown shape', ['--imei', imei, '--gpx', gpx, '--shape', 'xml'], 'query, form, json'],
    [
      'a shape for a protocol that has none',
      ['--imei', imei, '--gpx', gpx, '--protocol', 'h02', '--shape', 'form'],
      'nur bei osmand',
    ],
    [
      'a secret for a protocol that has none',
      ['--imei', imei, '--gpx', gpx, '--protocol', 'h02', '--secret', 'x'],
      'nur bei osmand',
    ],
    ['a secret that would not be used', [...byMqtt, '--secret', 'x'], 'nur zusammen mit --encrypted'],
    ['encryption without a secret', [...byMqtt, '--encrypted'], 'nennen Sie bitte mit --secret'],
    ['encryption for a protocol that has none', ['--imei', imei, '--gpx', gpx, '--encrypted'], 'nur bei OwnTracks'],
    ['a speed that is not a number', ['--imei', imei, '--gpx', gpx, '--speed', 'fast'], '--speed ist eine Zahl'],
    ['a file that does not exist', ['--imei', imei, '--gpx', `${gpx}.x`], 'lässt sich nicht lesen'],
    ['a file that is no GPX', ['--imei', imei, '--gpx', 'package.json'], 'ist keine GPX-Datei'],
  ])('%s', async (_name, args, line) => {
    const refusal = run(...args)
    await expect(refusal).rejects.toThrow(line)
    await expect(refusal).rejects.toBeInstanceOf(CommandProblem)
  })

  test.each(['osmand', 'gt06'])('a port of %s that nobody listens on', async (protocol) => {
    await listener.close()
    const words = ['--imei', imei, '--gpx', gpx, '--protocol', protocol]
    await expect(run(...words)).rejects.toThrow(/antwortet kein Tracker-Port/)
  })
})
