import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { kilometresPerHour } from '#domain/trackers/speed-unit.ts'
import { osmand } from './osmand.ts'
import type { Fix } from '#domain/trackers/report.ts'
import type { Report } from '#server/protocols/protocol.ts'

const receivedAt = new Date('2026-11-21T08:00:00.000Z')

/** How the shared vectors describe a request and its content. */
const vectors = z.array(
  z.object({
    name: z.string(),
    input: z.string(),
    encoding: z.enum(['url', 'json']),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().optional(),
    expect: z.object({ kind: z.string(), httpStatus: z.number().optional() }),
    derived: z
      .object({
        id: z.string().nullable(),
        httpStatus: z.number(),
        points: z
          .array(
            z.object({
              time: z.string(),
              lat: z.number().optional(),
              lon: z.number().optional(),
              altitude: z.number().optional(),
              accuracyM: z.number().optional(),
              speedKmh: z.number().optional(),
              course: z.number().optional(),
              batteryPercent: z.number().optional(),
              mock: z.boolean().optional(),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
)
type Vector = z.output<typeof vectors>[number]

const file = join(process.env['SHARED_DIR'] ?? '../shared', 'protocols/vectors/osmand.json')

describe(`the vectors of ${file}`, () => {
  if (!existsSync(file)) return test.skip('(skipped: the file is missing)')
  const all = vectors.parse(JSON.parse(readFileSync(file, 'utf8')))

  test.each(all)('$name', (vector) => {
    const decoded = decodeVector(vector)
    const status = vector.derived?.httpStatus ?? vector.expect.httpStatus ?? 200
    if ('refusal' in decoded) {
      expect(osmand.answer(decoded.refusal).status).toBe(status)
      expect(vector.derived?.id ?? null).toBeNull()
      return
    }
    expect(status).toBe(200)
    expectReport(decoded, vector)
  })

  function expectReport(report: Report, vector: Vector): void {
    // A vector that asks for a rejection has an id: understood, but without a fix.
    if (vector.expect.kind === 'reject') return expect(report.fix).toBeNull()
    expect(report.identity).toBe(vector.derived?.id)
    const [point] = vector.derived?.points ?? []
    if (point?.lat === undefined || (point.lat === 0 && point.lon === 0)) return expect(report.fix).toBeNull()
    expect(report.battery).toBe(point.batteryPercent ?? null)
    expect(plain(report.fix)).toEqual({
      time: point.time === 'server-receive-time' ? receivedAt.toISOString() : point.time,
      lat: point.lat,
      lon: point.lon,
      altitude: point.altitude ?? null,
      // Old clients send zero for "unknown".
      accuracy: point.accuracyM || null,
      speed: point.speedKmh?.toFixed(2) ?? null,
      course: point.course ?? null,
      // `mock=true` of a query appears only in the input.
      flag: point.mock === true || vector.input.includes('mock=true') ? 'MOCK' : null,
    })
  }

  function plain(fix: Fix | null) {
    return {
      time: fix?.recordedAt.toISOString(),
      lat: fix?.latitude,
      lon: fix?.longitude,
      altitude: fix?.altitude,
      accuracy: fix?.accuracy,
      speed: fix?.speed ? kilometresPerHour(fix.speed.value, fix.speed.unit).toFixed(2) : null,
      course: fix?.course,
      flag: fix?.flag,
    }
  }
})

describe('the identity', () => {
  test.each([
    ['is missing', '/?lat=1&lon=2', 'NO_IDENTITY'],
    ['is empty', '/?id=&lat=1&lon=2', 'NO_IDENTITY'],
    ['is given twice, differently', '/?id=1&id=2&lat=1&lon=2', 'TWO_IDENTITIES'],
    ['differs between id and deviceid', '/?id=1&deviceid=2&lat=1&lon=2', 'TWO_IDENTITIES'],
    ['cannot be printed', '/?id=1%002&lat=1&lon=2', 'NO_IDENTITY'],
    ['is longer than any', `/?id=${'1'.repeat(65)}&lat=1&lon=2`, 'NO_IDENTITY'],
    ['is in no place at all', '/', 'NO_IDENTITY'],
  ] as const)('is refused with 400 where it %s', (_name, url, refusal) => {
    expect(query(url)).toEqual({ refusal })
    expect(osmand.answer(refusal).status).toBe(400)
  })

  test.each([
    ['the last parameter', '/?lat=1&lon=2&id=007'],
    ['given twice, the same', '/?id=007&lat=1&lon=2&deviceid=007'],
    ['in an address with host and path', 'http://tracker.example:5055/any/path?id=007&lat=1&lon=2'],
    ['escaped', '/?id=%20007+&lat=1&lon=2'],
  ])('is found where it is %s, with its leading zeros', (_name, url) => {
    expect(query(url)).toMatchObject({ identity: '007', fix: { latitude: 1, longitude: 2 } })
  })

  test.each(['not json', '[]', 'null', '{}', '{"device_id":{}}', '{"device_id":" "}', '{"location":{"_":"&id=5&"}}'])(
    'is missing in the JSON %s',
    (body) => {
      expect(json(body)).toEqual({ refusal: 'NO_IDENTITY' })
    },
  )

  test('may be a number in JSON', () => {
    expect(json('{"device_id":48241179}')).toMatchObject({ identity: '48241179', fix: null })
  })
})

describe('a place', () => {
  test.each([
    ['NaN', 'lat=NaN&lon=8'],
    ['empty', 'lat=&lon=8'],
    ['blank', 'lat=%20&lon=8'],
    ['a German number', 'lat=52,52&lon=13,40'],
    ['a template', 'lat={0}&lon={1}'],
    ['another template', 'lat=%25LAT&lon=%25LON'],
    ['hexadecimal', 'lat=0x10&lon=8'],
    ['infinite', 'lat=1e999&lon=8'],
    ['too far north', 'lat=90.0001&lon=8'],
    ['too far west', 'lat=49&lon=-180.0001'],
    ['null island', 'lat=0.0&lon=0'],
    ['a longitude of exactly 0', 'lat=49.00833&lon=0.0'],
    ['a latitude of exactly 0', 'lat=-0&lon=8.40417'],
    ['half a place', 'lat=49'],
    ['half a location', 'location=49'],
    ['a location of four', 'location=52,52,13,40'],
    ['nowhere', 'batt=88'],
  ])('that is %s is understood, but no fix', (_name, parameters) => {
    expect(query(`/?id=5&timestamp=1763712000&${parameters}`)).toMatchObject({ identity: '5', fix: null })
  })

  test.each([
    ['beside the equator', 'lat=0.00001&lon=8', 0.00001, 8],
    ['beside the meridian of Greenwich', 'lat=51.5&lon=-0.00001', 51.5, -0.00001],
    ['at the pole', 'lat=-90&lon=180', -90, 180],
    ['with an exponent, as Java writes small numbers', 'lat=1.0E-5&lon=8', 0.00001, 8],
    ['with an unescaped plus', 'lat=+49.5&lon=+8.25', 49.5, 8.25],
    ['in one parameter', 'location=49.5,8.25', 49.5, 8.25],
  ])('%s is a place', (_name, parameters, latitude, longitude) => {
    expect(query(`/?id=5&${parameters}`)).toMatchObject({ fix: { latitude, longitude } })
  })
})

describe('a time', () => {
  test.each([
    ['seconds', '1763712000', '2025-11-21T08:00:00.000Z'],
    ['milliseconds', '1763712000123', '2025-11-21T08:00:00.123Z'],
    ['ISO 8601', '2025-11-21T08:00:00.123Z', '2025-11-21T08:00:00.123Z'],
    ['ISO 8601 of another zone', '2025-11-21T09:00:00%2B01:00', '2025-11-21T08:00:00.000Z'],
    ['ISO 8601 with an unescaped plus', '2025-11-21T09:00:00+0100', '2025-11-21T08:00:00.000Z'],
    ['ISO 8601 without a zone, as UTC', '2025-11-21T08:00:00', '2025-11-21T08:00:00.000Z'],
    ['text, as UTC', '2025-11-21%2008:00:00', '2025-11-21T08:00:00.000Z'],
    ['text with a fraction', '2016-01-15 21:41:18.000', '2016-01-15T21:41:18.000Z'],
    ['text in the hour that Germany skips', '2026-03-29+02:30:00', '2026-03-29T02:30:00.000Z'],
  ])('is read from %s', (_name, timestamp, expected) => {
    expect(recordedAt(`timestamp=${timestamp}`)).toBe(expected)
  })

  test.each(['', 'yesterday', '{2}', '2025-02-30T08:00:00Z', '2025-11-21', '99999999999999999', '-5'])(
    'that is %j makes no fix, rather than one of now',
    (timestamp) => {
      expect(recordedAt(`timestamp=${timestamp}`)).toBeUndefined()
    },
  )

  test('that is missing is the time of receipt, by the clock of the server', () => {
    expect(query('/?id=5&lat=49&lon=8')).toMatchObject({ fix: { recordedAt: receivedAt, clock: 'server' } })
    expect(query('/?id=5&lat=49&lon=8&timestamp=1763712000')).toMatchObject({ fix: { clock: 'tracker' } })
  })

  const recordedAt = (parameter: string) => {
    const report = query(`/?id=5&lat=49&lon=8&${parameter}`)
    return 'refusal' in report ? 'refused' : report.fix?.recordedAt.toISOString()
  }
})

describe('measurements', () => {
  test('a speed is in knots unless the tracker is known to send another unit, in JSON always in m/s', () => {
    expect(query('/?id=5&lat=49&lon=8&speed=10')).toMatchObject({
      fix: { speed: { value: 10, unit: 'knots', assumed: true } },
    })
    expect(json('{"device_id":"5","location":{"coords":{"latitude":49,"longitude":8,"speed":10}}}')).toMatchObject({
      fix: { speed: { value: 10, unit: 'm/s', assumed: false } },
    })
  })

  test.each([
    ['speed', '-1'],
    ['speed', '99999'],
    ['bearing', '-1'],
    ['bearing', '361'],
    ['altitude', '1e300'],
    ['accuracy', '0.0'],
    ['accuracy', '-5'],
  ])('%s=%s is unknown, and the fix stays', (name, value) => {
    const fix = { latitude: 49, speed: null, course: null, altitude: null, accuracy: null }
    expect(query(`/?id=5&lat=49&lon=8&${name}=${value}`)).toMatchObject({ fix })
  })

  test.each([
    ['valid=false', 'LAST_KNOWN'],
    ['valid=0&mock=true', 'LAST_KNOWN'],
    ['valid=False', 'LAST_KNOWN'],
    ['valid=FALSE', 'LAST_KNOWN'],
    ['valid=V', 'LAST_KNOWN'],
    ['valid=', 'LAST_KNOWN'],
    ['valid=true', null],
    ['valid=True', null],
    ['mock=True', 'MOCK'],
    ['valid=1&mock=1', 'MOCK'],
    ['mock=false', null],
  ])('%s is flagged %s', (parameters, flag) => {
    expect(query(`/?id=5&lat=49&lon=8&${parameters}`)).toMatchObject({ fix: { flag } })
  })

  test('battery, charging and alarm are read', () => {
    expect(query('/?id=5&batt=43.0&charge=false&alarm=sos')).toMatchObject({
      battery: 43,
      charging: false,
      alarm: 'sos',
    })
  })

  test.each([
    ['true', true],
    ['false', false],
  ])('what a phone’s motion sensors say (%s) is read from JSON', (said, isMoved) => {
    expect(json(`{"device_id":"5","location":{"is_moving":${said}}}`)).toHaveProperty('isMoved', isMoved)
  })

  test.each(['{}', '{"is_moving":"yes"}'])('a phone that says nothing of its motion leaves it open: %s', (location) => {
    expect(json(`{"device_id":"5","location":${location}}`)).not.toHaveProperty('isMoved')
  })

  test('volts in the place of percent are volts', () => {
    expect(query('/?id=5&batt=11.43&charge=false')).toMatchObject({ battery: null, health: { batteryVolts: 11.43 } })
  })
})

/** Kind of request, what is read of it, and what of it is passed over: the rest of its fields. */
describe('of a request', () => {
  const form = (text: string) => decode('/', 'application/x-www-form-urlencoded; charset=UTF-8', Buffer.from(text))
  const point = { timestamp: '2025-11-21T08:00:00.000Z', coords: { latitude: 49, longitude: 8, speed: 5, heading: -1 } }
  const at = { latitude: 49, longitude: 8, recordedAt: new Date('2025-11-21T08:00:00Z'), flag: null }
  const kinds: readonly [kind: string, decoded: ReturnType<typeof query>, read: object][] = [
    [
      'of Traccar Client up to 8, a query',
      query('/?id=5&timestamp=1763712000&lat=49&lon=8&speed=10&bearing=90&altitude=115&accuracy=5&batt=43&charge=true'),
      {
        fix: { ...at, speed: { value: 10, unit: 'knots', assumed: true }, course: 90, altitude: 115, accuracy: 5 },
        battery: 43,
        charging: true,
      },
    ],
    [
      'of Traccar Client 10, a form',
      form('id=5&timestamp=1763712000&lat=49&lon=8&batt=43.0&mock=true'),
      { fix: { ...at, flag: 'MOCK' }, battery: 43 },
    ],
    [
      'of Traccar Client 9, JSON that repeats its point as a query',
      json(
        JSON.stringify({
          device_id: '5',
          location: { ...point, battery: { level: 0.8, is_charging: false }, is_moving: true, odometer: 7, event: 'x' },
          _: '&id=6&lat=1&lon=2&',
        }),
      ),
      {
        fix: { ...at, speed: { value: 5, unit: 'm/s', assumed: false }, course: null },
        battery: 80,
        charging: false,
        isMoved: true,
      },
    ],
    [
      'of OsmAnd and GPSLogger, a query with more than is read',
      query(
        '/x?deviceid=5&lat=49&lon=8&timestamp=1763712000123&hdop=0.9&sat=7&cell=262,1,2,3&wifi=aa-bb,-70&driverUniqueId=9',
      ),
      { fix: { ...at, recordedAt: new Date('2025-11-21T08:00:00.123Z') } },
    ],
    ['of one that is only there, without a place', query('/?id=5&batt=43'), { fix: null, battery: 43 }],
    [
      'of one that knows only its last place',
      query('/?id=5&lat=49&lon=8&valid=false'),
      { fix: { flag: 'LAST_KNOWN' } },
    ],
  ]
  test.each(kinds)('%s, is read what is understood', (_kind, decoded, read) => {
    expect(decoded).toMatchObject({ identity: '5', alarm: null, ...read })
    expect(decoded).not.toHaveProperty('unread')
  })
})

/** Kind of alarm, what is read of it, and what of it nobody reads, by its own words. */
describe('an alarm', () => {
  const message = (location: object) => () => json(JSON.stringify({ device_id: '5', location }))
  const asked = (parameters: string) => () => query(`/?id=5&${parameters}`)
  const alarms: readonly [
    kind: string,
    decoded: () => ReturnType<typeof query>,
    alarm: string | null,
    unread: string[],
  ][] = [
    ['a call for help', asked('alarm=sos'), 'sos', []],
    ['a call for help in large letters', asked('alarm=SOS'), 'sos', []],
    ['a fall', asked('alarm=fall'), 'fall', []],
    ["a fall in Traccar's word", asked('alarm=fallDown'), 'fall', []],
    ['an accident', asked('alarm=accident'), 'accident', []],
    ['towing', asked('alarm=tow'), 'tow', []],
    ['several, a call for help among them', asked('alarm=lowBattery,sos'), 'sos', []],
    ['several parameters, a call for help among them', asked('alarm=door&alarm=sos'), 'sos', ['alarm door']],
    ['several, and one that counts', asked('alarm=overspeed,powerCut'), 'powerCut', ['alarm overspeed']],
    ['one that means nothing here', asked('alarm=overspeed'), 'overspeed', ['alarm overspeed']],
    ['one that nobody knows', asked('alarm=earthquake'), 'earthquake', ['alarm earthquake']],
    ['a place in its place', asked('alarm=49.1,8.4'), '49.1', ['alarm', 'alarm']],
    ['an empty one', asked('alarm='), null, []],
    ['the button of Traccar Client', message({ extras: { alarm: 'sos' } }), 'sos', []],
    ['one beside the button', message({ alarm: 'tow', extras: { alarm: 'sos' } }), 'sos', []],
    ['one of its own in JSON', message({ alarm: 'accident' }), 'accident', []],
    ['a number', message({ alarm: 7, extras: { alarm: {} } }), null, []],
    ['extras that are none', message({ extras: 'sos' }), null, []],
  ]
  test.each(alarms)('that is %s', (_kind, decoded, alarm, unread) => {
    const report = decoded()
    expect(report).toMatchObject({ identity: '5', alarm })
    expect('unread' in report ? report.unread : []).toEqual(unread)
  })
})

/** Kind of request, and the fields of it that were sent and cannot be read. */
test.each([
  ['a query', query('/?id=5&lat=49&lon=8&timestamp=1763712000&hdop=x'), []],
  ['a query without a place', query('/?id=5&batt=50'), []],
  ['a German number', query('/?id=5&lat=49,1&lon=8'), ['lat']],
  ['one parameter', query('/?id=5&location=49,1,8,4'), []],
  ['one parameter with a template', query('/?id=5&location={0},8'), ['lat']],
  ['a time that is none', query('/?id=5&lat=49&lon=8&timestamp=today'), ['timestamp']],
  ['a place that is no fix', query('/?id=5&lat=49&lon=0'), []],
  [
    'JSON',
    json('{"device_id":"5","location":{"timestamp":"2025-11-21T08:00:00Z","coords":{"latitude":49,"longitude":8}}}'),
    [],
  ],
  ['JSON without a place', json('{"device_id":"5"}'), []],
  [
    'JSON with texts',
    json('{"device_id":"5","location":{"timestamp":"x","coords":{"latitude":"x","longitude":"8"}}}'),
    ['latitude', 'timestamp'],
  ],
])('what is sent and cannot be read has its own name: %s', (_kind, decoded, unread) => {
  expect('refusal' in decoded ? 'refused' : (decoded.unread ?? [])).toEqual(unread)
})

test('the body counts only if the query has no parameter', () => {
  const form = Buffer.from('id=5&lat=49&lon=8')
  expect(decode('/path', 'application/x-www-form-urlencoded', form)).toMatchObject({ identity: '5' })
  expect(decode('/path', '', form)).toMatchObject({ identity: '5' })
  expect(decode('/?id=6', 'application/x-www-form-urlencoded', form)).toMatchObject({ identity: '6', fix: null })
  expect(decode('/?id=6', 'application/json', Buffer.alloc(0))).toMatchObject({ identity: '6' })
})

test('what is understood is answered 200, an unknown tracker 404, and an unregistered one alike', () => {
  expect(osmand.answer('NO_OWNER')).toEqual(osmand.answer('UNKNOWN_TRACKER'))
  const discarded = ['TRACKING_OFF', 'NO_FIX', 'IN_THE_FUTURE', 'TOO_OLD', 'DUPLICATE'] as const
  for (const delivery of ['STORED', ...discarded] as const) expect(osmand.answer(delivery).status).toBe(200)
  expect(osmand.answer('UNKNOWN_TRACKER').status).toBe(404)
})

describe('a batch', () => {
  const at = (minute: number) => ({
    timestamp: `2025-11-21T08:0${minute}:00.000Z`,
    coords: { latitude: 49 + minute / 10, longitude: 8 },
  })
  const batch = (location: unknown) =>
    osmand.decode(
      {
        url: '/',
        headers: {},
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify({ device_id: '5', location })),
      },
      receivedAt,
    )

  test('is read whole, each place with its own time', () => {
    expect(batch([at(2), at(1), at(3)])).toMatchObject(
      [2, 1, 3].map((minute) => ({
        identity: '5',
        fix: { latitude: 49 + minute / 10, recordedAt: new Date(`2025-11-21T08:0${minute}:00Z`) },
      })),
    )
  })

  test('with an entry that is no place keeps the others', () => {
    expect(batch([at(1), 'x', null, at(2)])).toMatchObject([
      { fix: { latitude: 49.1 } },
      { fix: null },
      { fix: null },
      { fix: { latitude: 49.2 } },
    ])
  })

  test('without any place is a sign of life', () => {
    expect(batch([])).toMatchObject({ identity: '5', fix: null })
  })

  test('that is longer than any backlog is refused, rather than lost', () => {
    const refused = batch(Array(trackingLimits.backlogFixes + 1).fill(0))
    expect(refused).toEqual({ refusal: 'TOO_LARGE' })
    expect(osmand.answer('TOO_LARGE').status).toBe(413)
  })
})

describe('whatever arrives', () => {
  const names = fc.constantFrom('id', 'deviceid', 'lat', 'lon', 'location', 'timestamp', 'speed', 'accuracy', 'valid')
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.constantFrom('NaN', '', '52,52'))
  const parameters = fc.array(fc.tuple(names, value)).map((pairs) => new URLSearchParams(pairs).toString())
  const runs = { numRuns: 500 }

  test('as bytes, no shape makes the decoder throw', () => {
    const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', '')
    fc.assert(
      fc.property(fc.string(), type, fc.uint8Array({ maxLength: 200 }), (url, contentType, body) => {
        decodeAll(url, contentType, body).forEach(expectSound)
      }),
      runs,
    )
  })

  test('as parameters, a report is sound', () => {
    fc.assert(
      fc.property(parameters, (text) => {
        expectSound(query(`/?${text}`))
        expectSound(decode('/', '', Buffer.from(text)))
      }),
      runs,
    )
  })

  test('as JSON, a report is sound', () => {
    const any = fc.oneof(fc.jsonValue(), fc.double())
    const coords = fc.record({ latitude: any, longitude: any, accuracy: any, speed: any, heading: any, altitude: any })
    const location = fc.record(
      { timestamp: any, coords: fc.oneof(coords, any), battery: any, mock: any },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.record({ device_id: any, location: fc.oneof(location, any) }), (message) => {
        decodeAll('/', 'application/json', Buffer.from(JSON.stringify(message))).forEach(expectSound)
      }),
      runs,
    )
  })

  function expectSound(decoded: ReturnType<typeof decode>): void {
    if ('refusal' in decoded) return expect(osmand.answer(decoded.refusal).status).toBe(400)
    expect(decoded.identity).toMatch(/^[^\0]{1,64}$/)
    if (decoded.fix === null) return
    const { latitude, longitude, recordedAt, accuracy, speed, course, altitude } = decoded.fix
    expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    expect(recordedAt.getTime()).toBeGreaterThanOrEqual(0)
    for (const measured of [accuracy, speed?.value ?? null, course, altitude]) {
      expect(measured === null || Number.isFinite(measured)).toBe(true)
    }
  }
})

function query(url: string) {
  return decode(url, '', Buffer.alloc(0))
}

function json(body: string) {
  return decode('/', 'application/json; charset=utf-8', Buffer.from(body))
}

function decode(url: string, contentType: string, body: Uint8Array) {
  const [decoded, ...more] = decodeAll(url, contentType, body)
  if (decoded === undefined || more.length > 0) throw new Error('not one report')
  return decoded
}

function decodeAll(url: string, contentType: string, body: Uint8Array) {
  return [osmand.decode({ url, headers: {}, contentType, body }, receivedAt)].flat()
}

function decodeVector(vector: Vector) {
  const body = vector.encoding === 'json' ? vector.input : (vector.body ?? '')
  const url = vector.encoding === 'json' ? '/' : vector.input
  return decode(url, vector.headers['Content-Type'] ?? '', Buffer.from(body))
}
