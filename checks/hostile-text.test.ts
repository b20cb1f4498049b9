import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { redirectOfUnknownPath } from '#domain/auth/guards.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import { readTourFile } from '#domain/own-tours/reading.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'
import { readGpx } from '#domain/route-check/gpx-reading.ts'
import { sources, filesOf, wholeWork } from '#server/feeds/testing/sources.ts'
import { alertOf } from '#server/feeds/testing/cap.ts'
import { accidentColumns, fieldsOf } from '#server/feeds/unfallatlas-columns.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { gt06 } from '#server/protocols/gt06/gt06.ts'
import { answeredFixIn } from '#server/protocols/gt06/gt06-answer.ts'
import { h02 } from '#server/protocols/h02/h02.ts'
import { meitrack } from '#server/protocols/meitrack/meitrack.ts'
import { osmand } from '#server/protocols/osmand/osmand.ts'
import { decodeMqtt, owntracks } from '#server/protocols/owntracks/owntracks.ts'
import type { StreamProtocol } from '#server/protocols/protocol.ts'
import { queclink } from '#server/protocols/queclink/queclink.ts'
import { decimal, instant, trackerName } from '#server/protocols/readings.ts'
import { teltonika } from '#server/protocols/teltonika/teltonika.ts'
import { teltonikaAnswer } from '#server/protocols/teltonika/teltonika-answer.ts'
import { teltonikaUdp } from '#server/protocols/teltonika/teltonika-udp.ts'

/*
 * The time to read a text from outside must grow with its length, not with the square of its length: one request must never
 * block the process that answers everybody.
 */

const length = 100_000
/** A hundred thousand characters take a linear pattern about a millisecond, a quadratic one several seconds. */
const mostCpuMs = 400

const pumps = [
  ...'aAé01. \t\n/\\@-+,:;"\'<>&#=_*[{(\u0000\u00a0\u2028',
  '\ud800',
  '.0',
  '0.',
  '0,',
  'a.',
  'a@',
  'a ',
  '\\"',
  '//\u2028',
]
const openings = ['', 'a@', 'a@a', '-1.', '#', '"', '2026-01-01T00:00:00.']
const endings = ['', 'x', '@', '!']

/** Repeats of each kind of character, with a beginning and an end that make a pattern give up as late as possible. */
const hostileTexts = openings.flatMap((opening) =>
  pumps.flatMap((pump) =>
    endings.map((ending) => opening + pump.repeat(Math.ceil(length / pump.length)).slice(0, length) + ending),
  ),
)
/** The same for texts inside longer ones, whose beginning and end are given. */
const hostilePieces = pumps.flatMap((pump) => {
  const repeated = pump.repeat(Math.ceil(length / pump.length)).slice(0, length)
  return [repeated, `1${repeated}x`]
})

/** The beginning of the first text that takes a reader too long; empty if there is none. */
function slowTexts(texts: readonly string[], read: (text: string) => unknown): string[] {
  for (const text of texts) {
    const startedAt = process.threadCpuUsage()
    read(text)
    const { user, system } = process.threadCpuUsage(startedAt)
    if ((user + system) / 1000 > mostCpuMs)
      return [`${JSON.stringify(text.slice(0, 12))}… ${(user + system) / 1000} ms`]
  }
  return []
}

async function slowPieces(texts: readonly string[], read: (text: string) => Promise<unknown>): Promise<string[]> {
  for (const text of texts) {
    const startedAt = process.threadCpuUsage()
    await read(text)
    const { user, system } = process.threadCpuUsage(startedAt)
    if ((user + system) / 1000 > mostCpuMs)
      return [`${JSON.stringify(text.slice(0, 12))}… ${(user + system) / 1000} ms`]
  }
  return []
}

/** The schemas for texts inside a schema, each with its name. */
function* textSchemas(schema: z.core.$ZodType, name: string): Generator<{ name: string; schema: z.core.$ZodType }> {
  const { def } = schema._zod
  // Every kind of schema has its own names for the schemas inside it.
  const inner = Object.entries(def).flatMap(([key, value]) => innerOf(key, value))
  if (def.type === 'string' || def.type === 'pipe' || inner.length === 0) yield { name, schema }
  for (const { key, schema: each } of inner) yield* textSchemas(each, `${name}.${key}`)
}

function innerOf(key: string, value: unknown): { key: string; schema: z.core.$ZodType }[] {
  if (value instanceof z.core.$ZodType) return [{ key, schema: value }]
  if (typeof value !== 'object' || value === null || key === 'checks') return []
  return Object.entries(value).flatMap(([name, each]) =>
    each instanceof z.core.$ZodType ? [{ key: name, schema: each }] : [],
  )
}

const inputs = endpoints.flatMap((endpoint) =>
  Object.entries({ params: endpoint.params, query: endpoint.query, body: endpoint.body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [...textSchemas(schema, `${endpoint.method} ${endpoint.path} ${part}`)],
  ),
)
const texts = [...new Map(inputs.map((input) => [input.schema, input])).values()]

describe('texts of the contract', () => {
  test('are found in the endpoints', () => {
    expect(texts.length).toBeGreaterThan(40)
    expect(inputs.map(({ name }) => name)).toContain('POST /api/auth/login body.email')
  })

  test.each(texts)(
    '$name',
    ({ schema }) => {
      expect(slowTexts(hostileTexts, (text) => z.safeParse(schema, text))).toEqual([])
    },
    120_000,
  )
})

const now = new Date('2026-11-21T08:00:00Z')
const nothing = Buffer.alloc(0)

/** Copies of a JSON document, each with one of its texts replaced by another. */
function withEachText(value: unknown, piece: string): unknown[] {
  if (typeof value === 'string') return [piece]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => withEachText(each, piece).map((made) => value.with(index, made)))
  }
  return Object.entries(value).flatMap(([key, each]) =>
    withEachText(each, piece).map((made) => ({ ...value, [key]: made })),
  )
}

describe('reports of trackers', () => {
  test.each([
    ['numbers', decimal],
    ['times', instant],
    ['names', trackerName],
  ])('%s', (_name, read) => {
    expect(slowTexts(hostileTexts, read)).toEqual([])
  })

  const osmandFields = ['id', 'lat', 'location', 'timestamp', 'altitude', 'speed', 'valid', 'batt', 'alarm', 'charge']
  const place = { device_id: 'a', location: { timestamp: 't', alarm: 'a', coords: { altitude: '1', latitude: '1' } } }
  test('osmand', () => {
    const decode = (url: string, body: Buffer, contentType = '') =>
      osmand.decode({ url, headers: {}, contentType, body }, now)
    for (const field of osmandFields) {
      const query = (text: string) =>
        `id=1&lat=49&lon=8&timestamp=1763712000&${field}=${encodeURIComponent(text.toWellFormed())}`
      expect(slowTexts(hostilePieces, (text) => decode(`/?${query(text)}`, nothing))).toEqual([])
    }
    expect(slowTexts(hostilePieces, (text) => decode('/', Buffer.from(text)))).toEqual([])
    expect(
      slowTexts(hostilePieces, (text) =>
        withEachText(place, text).map((each) => decode('/', Buffer.from(JSON.stringify(each)), 'application/json')),
      ),
    ).toEqual([])
  }, 60_000)

  const said = {
    _type: 'location',
    tid: 'a',
    topic: 'a',
    lat: '1',
    lon: '1',
    tst: '1',
    alt: '1',
    vel: '1',
    batt: '1',
    t: 'p',
  }
  test('owntracks', () => {
    const read = (message: unknown) => {
      const body = Buffer.from(JSON.stringify(message))
      return [owntracks.decode({ url: '/', headers: {}, contentType: '', body }, now), decodeMqtt('a/b', body, now)]
    }
    expect(slowTexts(hostilePieces, (text) => withEachText(said, text).map(read))).toEqual([])
    expect(slowTexts(hostilePieces, (text) => decodeMqtt(text, Buffer.from(JSON.stringify(said)), now))).toEqual([])
  }, 60_000)

  const framed: readonly [string, StreamProtocol, opening: string][] = [
    ['teltonika', teltonika, ''],
    ['teltonika over UDP', teltonikaUdp, ''],
    ['gt06', gt06, 'xx\r\n'],
    ['h02', h02, '*HQ,1,V1,'],
    ['queclink', queclink, '+RESP:GTFRI,1A0401,356307042441013,'],
    ['meitrack', meitrack, '$$A999,356307042441013,AAA,'],
  ]
  test.each(framed)('%s', (_name, protocol, opening) => {
    expect(
      slowTexts(hostilePieces, (text) => {
        const bytes = Buffer.from(`${opening}${text}#`)
        const takeFrame = protocol.createFramer()
        const { frame } = takeFrame(bytes)
        return protocol.decode(frame ?? bytes, '1', now)
      }),
    ).toEqual([])
  })
})

test('answers of trackers to a command', () => {
  const pieces = hostilePieces.flatMap((text) => [text, `GPS:1 Sat:${text}`, `Current position!Lat:N${text}`])
  const read = (text: string) => [
    teltonikaAnswer(Buffer.from(`${' '.repeat(15)}${text}`), '1', now),
    answeredFixIn({ type: 0x21, content: Buffer.from(text), serial: 1 }, now),
  ]
  expect(slowTexts(pieces, read)).toEqual([])
})

describe('data of open data sources', () => {
  const works = {
    roadworks: [
      {
        identifier: '1',
        title: 'a',
        subtitle: 'a',
        description: ['a'],
        coordinate: { lat: '49', long: '8' },
        startTimestamp: 'a',
        extent: 'a',
        delayTimeValue: 'a',
      },
    ],
  }
  test.each([
    ...sources
      .filter(({ feed }) => feed !== cap)
      .map(({ feed, entryAt }) => ({ feed, sample: JSON.parse(entryAt(49, 8.4)) as unknown })),
    { feed: roadworks, sample: JSON.parse(wholeWork) as unknown },
    { feed: autobahn, sample: works },
  ])(
    '$feed.name',
    async ({ feed, sample }) => {
      const read = (text: string) =>
        Promise.all(withEachText(sample, text).map((each) => feed.read(filesOf(Buffer.from(JSON.stringify(each))))))
      expect(await slowPieces(hostilePieces, read)).toEqual([])
      expect(await slowPieces(hostilePieces, (text) => feed.read(filesOf(Buffer.from(text))))).toEqual([])
    },
    120_000,
  )

  test('cap', async () => {
    const pieces = alertOf({ info: '<headline>x</headline>' }).split(/(?<=>)(?=[^<\s])|(?<=[^>\s])(?=<)/)
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    for (const index of pieces.keys()) {
      const read = (text: string) => cap.read(filesOf(Buffer.from(pieces.with(index, escaped(text)).join(''))))
      // Only one place of each kind is tried, because there are many.
      expect(
        await slowPieces(
          hostilePieces.filter((_each, at) => (at + index) % 7 === 0),
          read,
        ),
      ).toEqual([])
    }
    expect(await slowPieces(hostilePieces, (text) => cap.read(filesOf(Buffer.from(`<alert>${text}</alert>`))))).toEqual(
      [],
    )
  }, 120_000)

  test('unfallatlas', () => {
    expect(slowTexts(hostilePieces, (text) => [accidentColumns(text), fieldsOf(text)])).toEqual([])
  })
})

describe('files of POIs', () => {
  const files: readonly [string, string, (text: string) => string][] = [
    ['Garmin', 'a_50.csv', (text) => `8.4,49,"${text}`],
    ['Garmin without quotes', 'a_50.csv', (text) => `8.4,49,${text},${text}`],
    ['iGO', 'a.txt', (text) => `IDX,X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\r\n1,8.4,49,${text},50,1,1`],
    ['iGO with a comment', 'a.txt', (text) => `IDX,X,Y,TYPE\r\n${text}\u2028`],
    ['GPX', 'a.gpx', (text) => `<gpx><wpt lat="49" lon="8"><name>${text}</name></wpt></gpx>`],
    ['GPX with an attribute', 'a.gpx', (text) => `<gpx><wpt lat="${text}" lon="8"><name>a</name></wpt></gpx>`],
    ['GPX with a tag', 'a.gpx', (text) => `<gpx><wpt ${text}`],
    [
      'KML',
      'a.kml',
      (text) =>
        `<kml><Placemark><description><![CDATA[${text}]]></description><Point><coordinates>8,49</coordinates></Point></Placemark></kml>`,
    ],
    [
      'KML with a place',
      'a.kml',
      (text) => `<kml><Placemark><Point><coordinates>${text}</coordinates></Point></Placemark></kml>`,
    ],
    ['OV2', 'a.ov2', (text) => text],
    ['anything', 'a', (text) => text],
  ]
  test.each(files)(
    '%s',
    (_name, fileName, content) => {
      const read = (text: string) => {
        try {
          return [...readPoiFile(Buffer.from(content(text)), fileName).entries]
        } catch {
          return []
        }
      }
      expect(slowTexts(hostilePieces, read)).toEqual([])
    },
    60_000,
  )
})

test('routes as GPX', () => {
  const documents: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `<gpx><trk><name>${text}</name></trk></gpx>`,
    (text) => `<gpx><trk><trkseg><trkpt lat="${text}" lon="8"/></trkseg></trk></gpx>`,
    (text) => `<gpx><rte><rtept lat="49" lon="8"><extensions>${text}`,
    (text) => `<gpx><trk><trkseg><trkpt ${text}`,
  ]
  const nested = ['<a>', '<rpt>', '<trk>', '<trkseg>'].map((tag) => tag.repeat(length))
  for (const document of documents) {
    expect(slowTexts([...hostilePieces, ...nested], (text) => readGpx(document(text)))).toEqual([])
  }
}, 60_000)

test('files of own tours', () => {
  const files: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>${text}</time></trkpt></trkseg></trk></gpx>`,
    (text) => JSON.stringify([{ startTime: text, timelinePath: [{ point: text, time: text }] }]),
    (text) => `latitude,longitude,fixTime\n${text},${text},${text}`,
    (text) => JSON.stringify([{ _type: 'location', topic: text, tst: text, lat: text }]),
    (text) => `2026-05-01T08:00:00Z\t*\t{${text}`,
  ]
  const nested = ['{', '[', '{"a":', '{\n', '<trk>'].map((opening) => opening.repeat(length))
  const read = (text: string) => {
    try {
      return readTourFile(Buffer.from(text))
    } catch {
      return null
    }
  }
  for (const file of files) {
    expect(slowTexts([...hostilePieces, ...nested], (text) => read(file(text)))).toEqual([])
  }
}, 60_000)

test('lines of routers', () => {
  expect(slowTexts(hostileTexts, (text) => lineOfText(text, 1_000_000))).toEqual([])
})

test('addresses of screens', () => {
  expect(slowTexts(hostileTexts, (text) => redirectOfUnknownPath(text, ''))).toEqual([])
})
