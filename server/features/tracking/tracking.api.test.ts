import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { minuteMs } from '#contract/base/time-units.ts'
import { readGpx } from '#domain/route-check/gpx-reading.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readRecording } from '#server/commands/simulate/gpx-recording.ts'
import { simulate } from '#server/commands/simulate/simulate.ts'
import { send } from '#server/testing/client.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

const shared = process.env.SHARED_DIR ?? '../shared'
const schema = join(shared, 'data/gpx/gpx.xsd')
const recording = join(shared, 'data/gpx/car_hannover_2016-12-28_1hz.gpx')

const history = z.object({
  data: z.object({
    positions: z.array(z.record(z.string(), z.unknown()).and(z.object({ recordedAt: z.string() }))),
    truncated: z.boolean(),
  }),
})

let product: TestProduct
let owner: Person
let gatewayUrl: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-gpx-'))
  ;({ product, gatewayUrl } = await startGatewayProduct())
  owner = await becomeCustomer(product)
  await turnTrackingOn(product, owner, 'BOTH')
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const call = (method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: owner.token, body })
const now = () => clockFrom(product.settings.CLOCK).now().getTime()
const at = (minutes: number) => new Date(now() + minutes * minuteMs).toISOString()
const range = (from: number, to: number) => new URLSearchParams({ start: at(from), end: at(to) }).toString()
const positionsOf = async (query: string) =>
  history.parse((await call('GET', `/api/tracking/history/${owner.deviceId}?${query}`)).body).data
const report = (parameters: Record<string, string>) => reportAs(gatewayUrl, owner, parameters)
const clear = () => call('DELETE', `/api/tracking/history/${owner.deviceId}`)

describe('what a phone reports', () => {
  test('is in the history, with what the contract says and no more', async () => {
    await clear()
    const recordedAt = at(-5)
    const measured = { accuracy: '4.5', speed: '10', bearing: '90', altitude: '115', mock: 'true' }
    const answer = await report({ lat: '49.5', lon: '8.25', timestamp: recordedAt, ...measured })
    expect(answer.status).toBe(200)
    expect(await positionsOf(range(-10, 0))).toEqual({
      positions: [
        { latitude: 49.5, longitude: 8.25, recordedAt, accuracy: 4.5, speed: 18.52, course: 90, flag: 'MOCK' },
      ],
      truncated: false,
    })
    const byColumns = await call('GET', `/api/tracking/history/${owner.deviceId}?${range(-10, 0)}&format=columns`)
    expect(byColumns.body).toMatchObject({
      data: { pages: [{ speed: { digits: 2, differences: [1852] }, flags: [{ index: 0, flag: 'MOCK' }] }] },
    })
    const device = await call('GET', `/api/devices/${owner.deviceId}`)
    expect(device.body).toMatchObject({ data: { device: { isOnline: true, hasPosition: true } } })
  })

  test.each([
    ['without coordinates', {}],
    ['with a number that is none', { lat: 'NaN', lon: '8' }],
    ['at null island', { lat: '0', lon: '0' }],
    ['from the future', { lat: '49', lon: '8', timestamp: new Date(Date.UTC(2100, 0)).toISOString() }],
  ])('%s is acknowledged and kept out of the history', async (_name, parameters) => {
    await clear()
    expect((await report(parameters)).status).toBe(200)
    expect((await positionsOf(range(-60, 60))).positions).toEqual([])
  })

  test('under an unknown id is answered 404, and without one 400', async () => {
    expect((await report({ id: '999' })).status).toBe(404)
    expect((await fetch(`${gatewayUrl}/?lat=49&lon=8`)).status).toBe(400)
  })

  test('in a backlog of 1,000 at once is stored whole', async () => {
    await clear()
    const end = now()
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const timestamp = String(end - index * 1000)
        const answer = await report({ lat: String(49 + index / 10_000), lon: '8.4', timestamp })
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await positionsOf(range(-30, 1))).positions).toHaveLength(1000)
    expect(await positionsOf(`${range(-30, 1)}&maxPoints=100`)).toMatchObject({ truncated: true })
  })

  test.skipIf(!existsSync(recording))(`of ${recording} is stored whole and comes home the same as GPX`, async () => {
    await clear()
    const context = { database: product.operator, settings: product.settings, clock: clockFrom(), say: () => undefined }
    const words = ['--imei', owner.imei, '--gpx', recording, '--speed', '100000', '--shape', 'json']
    expect(await simulate.run(context, [...words, '--secret', owner.deviceSecret])).toEqual({ sent: 781 })
    expect((await positionsOf(range(-60, 1))).positions).toHaveLength(781)
    const home = (await call('GET', `/api/tracking/export/gpx/${owner.deviceId}?${range(-60, 1)}`)).text
    const original = readFileSync(recording, 'utf8')
    expect(linesOf(home)).toEqual(linesOf(original))
    expect(motionOf(home)).toEqual(motionOf(original))
  })
})

test('the latest position is the one measured last, whatever arrived last; null where none is stored', async () => {
  const latest = () => call('GET', `/api/tracking/latest/${owner.deviceId}`)
  const recordedAt = at(-5)
  await clear()
  expect(await latest()).toMatchObject({ status: 200, body: { data: { position: null } } })
  await report({ lat: '49.5', lon: '8.25', timestamp: recordedAt })
  await report({ lat: '49.6', lon: '8.26', timestamp: at(-7) })
  expect((await latest()).body).toEqual({
    success: true,
    data: { position: { latitude: 49.5, longitude: 8.25, recordedAt }, placeName: expect.stringMatching(/ von /) },
  })
})

test.each(['latest', 'history'])("%s of another's device is refused, whatever range is asked for", async (name) => {
  const other = await becomeCustomer(product)
  const answer = await call('GET', `/api/tracking/${name}/${other.deviceId}?${range(0, -10)}`)
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
})

test('a range that is none is refused, with the field', async () => {
  const answer = await call('GET', `/api/tracking/history/${owner.deviceId}?${range(0, -10)}`)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_ERROR', fields: { end: expect.any(String) } } })
})

test('the device may report with its key, and for itself only', async () => {
  await clear()
  const other = await becomeCustomer(product)
  const reported = (deviceId: string) =>
    send(product.url, 'POST', `/api/devices/${deviceId}/position`, {
      headers: { 'x-device-key': owner.deviceSecret },
      body: { latitude: 49.5, longitude: 8.25 },
    })
  expect(await reported(owner.deviceId)).toMatchObject({ status: 201, body: { data: { stored: true } } })
  expect(await reported(other.deviceId)).toMatchObject({ status: 403 })
  expect((await positionsOf(range(-1, 1))).positions).toHaveLength(1)
})

describe('the GPX download', () => {
  const download = (query: string) => call('GET', `/api/tracking/export/gpx/${owner.deviceId}?${query}`)
  const rename = (deviceName: string) =>
    call('PUT', `/api/devices/${owner.deviceId}`, {
      deviceName,
      usageType: 'MOTORRAD',
      vehicleBrand: null,
      vehicleModel: null,
      vehiclePlate: null,
      notes: null,
    })
  const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

  test('is 204 without a body where nothing is stored', async () => {
    await clear()
    expect(await download(range(-10, 0))).toMatchObject({ status: 204, text: '' })
  })

  test('is a file named after the device and the day', async () => {
    await report({ lat: '49.5', lon: '8.25', timestamp: at(-5) })
    const answer = await download(range(-10, 0))
    expect(answer.headers.get('content-type')).toBe('application/gpx+xml')
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="device_${owner.deviceId}_\\d{4}-\\d\\d-\\d\\d\\.gpx"$`),
    )
    expect(answer.text).toContain('<trkpt lat="49.5" lon="8.25">')
  })

  test.skipIf(!hasXmllint || !existsSync(schema))(
    'is valid against the schema, whatever the device is called (needs xmllint and the schema)',
    async () => {
      await clear()
      await report({ lat: '49.5', lon: '180', timestamp: at(-50), speed: '10', bearing: '360', altitude: '-3.5' })
      await report({ lat: '-90', lon: '8.25', timestamp: at(-20), mock: 'true', accuracy: '1e-7' })
      await report({ lat: '1e-7', lon: '-1e-7', timestamp: at(-19) })
      const awkward = [
        'Söhne & Töchter <GmbH> "2" \'x\'',
        ']]>',
        '\u0001\u001F\uFFFE',
        '🏍️ Ténéré',
        '&amp;',
        '\t.\r\n.',
      ]
      const generated = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), 20)
      const files: string[] = []
      for (const [index, name] of [...awkward, ...generated].entries()) {
        // A name that the contract refuses (blank, or with a NUL) keeps the previous one.
        await rename(name)
        const answer = await download(range(-60, 0))
        expect(answer.text.match(/<trkseg>/g)).toHaveLength(2)
        files.push(join(folder, `${index}.gpx`))
        writeFileSync(files.at(-1) ?? '', answer.text)
      }
      const verdict = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, ...files], { encoding: 'utf8' })
      expect(verdict.stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))).toEqual([])
      expect(verdict.status).toBe(0)
    },
  )
})

describe('the other downloads', () => {
  const download = (format: string, query: string) =>
    call('GET', `/api/tracking/export/${format}/${owner.deviceId}?${query}`)

  test.each([
    ['kml', 'application/vnd.google-earth.kml+xml', '<gx:coord>8.25 49.5</gx:coord>'],
    ['csv', 'text/csv; charset=utf-8', ';49,5000000;8,2500000;'],
    ['geojson', 'application/geo+json', '"coordinates":[8.25,49.5]'],
  ])('%s is a file of its kind, and 204 where nothing is stored', async (format, mediaType, content) => {
    await clear()
    expect(await download(format, range(-10, 0))).toMatchObject({ status: 204, text: '' })
    await report({ lat: '49.5', lon: '8.25', timestamp: at(-5) })
    const answer = await download(format, range(-10, 0))
    expect(answer.headers.get('content-type')).toBe(mediaType)
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="device_${owner.deviceId}_\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    )
    expect(answer.text).toContain(content)
  })

  test('of a kind that there is not are refused', async () => {
    expect(await download('xlsx', range(-10, 0))).toMatchObject({ status: 400 })
  })
})

test('consent is withdrawn and the history deleted in one step', async () => {
  await report({ lat: '49.5', lon: '8.25', timestamp: at(-5) })
  const answer = await call('POST', '/api/tracking/withdraw', { deviceId: owner.deviceId, deletePositions: true })
  expect(answer.body).toMatchObject({
    data: { trackingEnabled: false, settings: { consentGiven: false, consentTimestamp: null } },
  })
  expect((await positionsOf(range(-60, 1))).positions).toEqual([])
  expect((await report({ lat: '49.5', lon: '8.25', timestamp: at(-5) })).status).toBe(200)
  expect((await positionsOf(range(-60, 1))).positions).toEqual([])
})

/** The lines of a GPX document, as exactly as we write places. */
function linesOf(document: string) {
  const reading = readGpx(document)
  if ('mistake' in reading) throw reading.mistake
  return reading.read.lines.map(({ pieces }) =>
    pieces.map((piece) => piece.map(({ latitude, longitude }) => [latitude.toFixed(6), longitude.toFixed(6)])),
  )
}

/** What else its fixes say, as exactly as it can be said; the time since the first, because `simulate` shifts it. */
function motionOf(document: string) {
  const fixes = readRecording(document) ?? []
  const first = fixes[0]?.recordedAt.getTime() ?? 0
  return fixes.map(({ recordedAt, altitude, speed, course }) => ({
    seconds: Math.round((recordedAt.getTime() - first) / 1000),
    altitude: altitude?.toFixed(1),
    speed: speed?.toFixed(1),
    course: course?.toFixed(0),
  }))
}
