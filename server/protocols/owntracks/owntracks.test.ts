import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { decodeMqtt, owntracks } from './owntracks.ts'
import type { Report } from '#server/protocols/protocol.ts'

const receivedAt = new Date('2026-11-21T08:00:00.000Z')

/** How the shared vectors describe a message and its content. */
const vectors = z.array(
  z.object({
    name: z.string(),
    input: z.string(),
    expect: z.object({
      kind: z.enum(['position', 'positions', 'ignore', 'reject', 'encrypted']),
      count: z.number().optional(),
      key: z.string().optional(),
      plaintext: z.string().optional(),
    }),
    derived: z
      .object({
        id: z.string(),
        points: z.tuple([
          z.object({
            lat: z.number(),
            lon: z.number(),
            time: z.string(),
            altitude: z.number().optional(),
            accuracyM: z.number().optional(),
            speedKmh: z.number().optional(),
            course: z.number().optional(),
            batteryPercent: z.number().optional(),
          }),
        ]),
      })
      .optional(),
  }),
)
type Vector = z.output<typeof vectors>[number]

const file = join(process.env['SHARED_DIR'] ?? '../shared', 'protocols/vectors/owntracks.json')

describe(`the vectors of ${file}`, () => {
  if (!existsSync(file)) return test.skip('(skipped: the file is missing)')
  const all = vectors.parse(JSON.parse(readFileSync(file, 'utf8')))

  test.each(all)('$name', (vector) => {
    const decoded = decode(vector.input)
    switch (vector.expect.kind) {
      case 'ignore':
      case 'reject':
        expect(decoded).toEqual({ refusal: 'NO_REPORT' })
        return expect(owntracks.answer('NO_REPORT')).toMatchObject({ status: 200, body: '[]' })
      case 'positions':
        return expect(fixes(decoded)).toHaveLength(vector.expect.count ?? 0)
      case 'position':
        expect(reportsIn(decoded)).toHaveLength(1)
        return expectReport(reportsIn(decoded)[0], vector)
      case 'encrypted':
        return expectOpened(vector)
    }
  })

  test('leave out no kind', () => {
    expect(new Set(all.map((vector) => vector.expect.kind)).size).toBe(5)
  })

  function expectReport(report: Report | undefined, { derived }: Vector): void {
    const point = derived?.points[0]
    expect(report?.identity).toBe(derived?.id)
    expect(report?.battery).toBe(point?.batteryPercent ?? null)
    if (point?.lat === 0 || point?.lon === 0) return expect(report?.fix).toBeNull()
    expect(report?.fix).toEqual({
      recordedAt: new Date(point?.time ?? ''),
      clock: 'tracker',
      latitude: point?.lat,
      longitude: point?.lon,
      altitude: point?.altitude ?? null,
      accuracy: point?.accuracyM ?? null,
      speed: point?.speedKmh === undefined ? null : { value: point.speedKmh, unit: 'km/h', assumed: false },
      course: point?.course ?? null,
      flag: null,
    })
  }

  function expectOpened({ input, expect: { key = '', plaintext = '' } }: Vector): void {
    expect(decode(input)).toEqual({ refusal: 'NO_IDENTITY' })
    const [sealed] = reportsIn(decode(input, { 'x-limit-d': '350000000000001' }))
    const [plain] = reportsIn(decode(plaintext))
    expect(sealed).toMatchObject({ identity: '350000000000001', fix: null })
    expect(sealed?.open?.(key)).toMatchObject({ identity: '350000000000001', fix: plain?.fix })
    expect(sealed?.open?.(`${key}x`)).toBeNull()
  }
})

const place = { _type: 'location', lat: 49.0069, lon: 8.4037, tst: 1763712000 }

describe('the names of a sender', () => {
  test.each([
    ['a topic', { topic: 'owntracks/anna/phone' }, {}, '/', ['owntracks/anna/phone', 'anna/phone', 'phone']],
    ['a topic and letters', { topic: 'owntracks/a/b', tid: 'JJ' }, {}, '/', ['owntracks/a/b', 'a/b', 'b']],
    ['a topic with a slash in front', { topic: '/owntracks/a/b' }, {}, '/', ['owntracks/a/b', 'a/b', 'b']],
    ['letters', { tid: 'JJ' }, {}, '/', ['JJ']],
    ['letters that are a number', { tid: 42 }, {}, '/', ['42']],
    ['headers', {}, { 'x-limit-u': 'anna', 'x-limit-d': 'phone' }, '/', ['anna/phone', 'phone']],
    ['headers and letters', { tid: 'JJ' }, { 'x-limit-u': 'a', 'x-limit-d': 'b' }, '/', ['a/b', 'b', 'JJ']],
    ['a header without the user', {}, { 'x-limit-d': 'phone' }, '/', ['phone']],
    ['the query', {}, {}, '/pub?u=anna&d=phone', ['anna/phone', 'phone']],
  ] as const)('are those of %s', (_name, said, headers, url, names) => {
    const [report] = reportsIn(decode(JSON.stringify({ ...place, ...said }), headers, url))
    expect([report?.identity, ...(report?.otherNames ?? [])]).toEqual(names)
  })

  test.each([
    ['no name', {}],
    ['an empty topic', { topic: '//' }],
    ['letters that cannot be printed', { tid: 'J\u0000' }],
    ['a name longer than any', { tid: 'x'.repeat(65) }],
    ['a name that is none', { tid: { a: 1 } }],
  ])('are missing with %s: the place is refused with 400, because the set-up can be corrected', (_name, said) => {
    const decoded = decode(JSON.stringify({ ...place, ...said }))
    expect(decoded).toEqual({ refusal: 'NO_IDENTITY' })
    expect(owntracks.answer('NO_IDENTITY').status).toBe(400)
  })

  test('over MQTT are those of the topic alone', () => {
    const payload = Buffer.from(JSON.stringify({ ...place, topic: 'owntracks/x/y', tid: 'JJ' }))
    const report = decodeMqtt('owntracks/anna/350000000000001', payload, receivedAt)
    expect(report).toMatchObject({ identity: 'owntracks/anna/350000000000001', secret: null })
    expect(report?.otherNames).toEqual(['anna/350000000000001', '350000000000001'])
  })
})

describe('a message', () => {
  test.each([
    ['no JSON', '{'],
    ['a text', '"location"'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a list in a list', `[[${JSON.stringify(place)}]]`],
    ['a last will', '{"_type":"lwt","tst":1763712000,"tid":"JJ"}'],
    ['a card', '{"_type":"card","name":"Anna","face":"","tid":"JJ"}'],
    ['a way point', '{"_type":"waypoint","lat":49,"lon":8,"tst":1763712000,"tid":"JJ"}'],
    ['steps', '{"_type":"steps","tst":1763712000,"tid":"JJ"}'],
    ['a status', '{"_type":"status","android":{},"tid":"JJ"}'],
    ['an encrypted one without its data', '{"_type":"encrypted","tid":"JJ"}'],
  ])('that is %s is accepted and stored nowhere', (_name, body) => {
    expect(decode(body)).toEqual({ refusal: 'NO_REPORT' })
    expect(decodeMqtt('owntracks/anna/phone', Buffer.from(body), receivedAt)).toBeNull()
  })

  test.each([
    ['its time', { tst: undefined }],
    ['a time but 0', { tst: 0 }],
    ['a readable time', { tst: 'today' }],
    ['its latitude', { lat: undefined }],
    ['a possible longitude', { lon: 181 }],
  ])('without %s is a sign of life', (_name, said) => {
    expect(decode(JSON.stringify({ ...place, tid: 'JJ', ...said }))).toMatchObject([{ identity: 'JJ', fix: null }])
  })

  test('may send its numbers as text', () => {
    const text = { lat: '49.5', lon: '8.25', tst: '1763712000', acc: '12', alt: '0.0', vel: '72', batt: '55' }
    expect(decode(JSON.stringify({ ...place, tid: 'JJ', ...text }))).toMatchObject([
      {
        battery: 55,
        fix: {
          latitude: 49.5,
          longitude: 8.25,
          recordedAt: new Date('2025-11-21T08:00:00Z'),
          accuracy: 12,
          altitude: 0,
          speed: { value: 72, unit: 'km/h', assumed: false },
        },
      },
    ])
  })

  test('says "unknown" with 0 metres of accuracy and negative speed, course and battery', () => {
    const said = { tid: 'JJ', acc: 0, vel: -1, cog: -1, batt: -1, bs: 0 }
    expect(decode(JSON.stringify({ ...place, ...said }))).toMatchObject([
      { battery: null, charging: null, alarm: null, fix: { accuracy: null, speed: null, course: null } },
    ])
  })

  test.each([
    [{ bs: 1 }, { charging: false }],
    [{ bs: 2 }, { charging: true }],
    [{ bs: 3 }, { charging: true }],
    [{ t: 'p' }, { alarm: null }],
    [{ t: '!' }, { alarm: 'tow' }],
    [{ t: 'e' }, { alarm: 'powerCut' }],
  ])('with %j reports %j', (said, told) => {
    expect(decode(JSON.stringify({ ...place, tid: 'JJ', ...said }))).toMatchObject([told])
  })

  test('keeps its umlauts', () => {
    expect(decode('{"_type":"location","tid":"JÄ"}')).toMatchObject([{ identity: 'JÄ' }])
  })

  /** Kind of message, what is read of it, and what of it was sent and cannot be read. */
  test.each([
    ['a place', place, 'a place', []],
    ['a place and a picture', { ...place, image: 'AAAA', SSID: 'x', inregions: ['x'] }, 'a place', []],
    ['an answer', { ...place, t: 'r' }, 'an answer', []],
    ['a longitude of exactly 0', { ...place, lon: 0 }, 'life', []],
    ['a latitude of exactly 0', { ...place, lat: 0 }, 'life', []],
    ['null island', { ...place, lat: 0, lon: 0 }, 'life', []],
    ['no time', { ...place, tst: undefined }, 'life', ['tst']],
    ['a latitude that is none', { ...place, lat: 'x' }, 'life', ['lat']],
    ['a longitude that is none', { ...place, lon: 181 }, 'life', ['lon']],
    ['towing, of a built-in tracker', { ...place, t: '!' }, 'a place, tow', []],
    ['a cut supply, of a built-in tracker', { ...place, t: 'e' }, 'a place, powerCut', []],
    ['a low battery, of a built-in tracker', { ...place, t: '9' }, 'a place, lowBattery', []],
    ['a call for help, which no app has', { ...place, t: 's', alarm: 'sos' }, 'a place', []],
    ['a transition', { _type: 'transition', lat: 49, lon: 8, tst: 1763712000, event: 'enter' }, 'nothing', []],
    ['way points', { _type: 'waypoints', waypoints: [] }, 'nothing', []],
    ['a command', { _type: 'cmd', action: 'dump' }, 'nothing', []],
    ['a beacon', { _type: 'beacon', uuid: 'x' }, 'nothing', []],
    ['settings', { _type: 'configuration', mode: 3 }, 'nothing', []],
    ['a type that nobody knows', { _type: 'weather' }, 'nothing', []],
  ])('with %s is the same over HTTP and MQTT', (_kind, said, read, unread) => {
    const body = JSON.stringify({ ...said, tid: 'JJ' })
    const overMqtt = decodeMqtt('owntracks/anna/phone', Buffer.from(body), receivedAt)
    for (const report of [reportsIn(decode(body))[0] ?? null, overMqtt]) {
      const parts = report && [report.fix ? (report.isRequested ? 'an answer' : 'a place') : 'life', report.alarm]
      expect(parts?.filter((part) => part !== null).join(', ') ?? 'nothing').toBe(read)
      expect(report?.unread ?? []).toEqual(unread)
    }
  })

  test("among more than a backlog is refused, and the sender's queue continues", () => {
    expect(decode(JSON.stringify(Array.from({ length: 1001 }, () => place)))).toEqual({ refusal: 'TOO_LARGE' })
    expect(owntracks.answer('TOO_LARGE').status).toBe(200)
  })
})

describe('the secret', () => {
  test.each([
    ['the header', { 'x-device-key': 'geheim' }, '/', 'geheim'],
    ['the address', {}, '/pub?u=a&key=ge%20heim', 'ge heim'],
    ['the password', { authorization: `Basic ${btoa('anna:ge:heim')}` }, '/', 'ge:heim'],
    ['the address before a password', { authorization: `Basic ${btoa('anna:proxy')}` }, '/?key=geheim', 'geheim'],
    ['nowhere', {}, '/', null],
    ['an empty password', { authorization: `Basic ${btoa('anna:')}` }, '/', null],
    ['another scheme', { authorization: 'Bearer geheim' }, '/?key=', null],
  ] as const)('is read from %s', (_name, headers, url, secret) => {
    expect(decode(JSON.stringify({ ...place, tid: 'JJ' }), headers, url)).toMatchObject([{ secret }])
  })
})

describe('the answer', () => {
  test.each([
    ['STORED', 200],
    ['DUPLICATE', 200],
    ['TRACKING_OFF', 200],
    ['NO_FIX', 200],
    ['UNREADABLE', 200],
    ['UNKNOWN_TRACKER', 404],
    ['WRONG_SECRET', 403],
  ] as const)('to %s is a JSON array with %i', (outcome, status) => {
    const answered = owntracks.answer(outcome)
    expect(answered.status).toBe(status)
    expect(answered.contentType).toMatch(/^application\/json/)
    expect(JSON.parse(answered.body)).toEqual([])
  })
})

function decode(body: string, headers: Record<string, string> = {}, url = '/') {
  return owntracks.decode({ url, headers, contentType: 'application/json', body: Buffer.from(body) }, receivedAt)
}

function reportsIn(decoded: ReturnType<typeof decode>): Report[] {
  return 'refusal' in decoded ? [] : decoded
}

function fixes(decoded: ReturnType<typeof decode>) {
  return reportsIn(decoded).flatMap(({ fix }) => fix ?? [])
}
