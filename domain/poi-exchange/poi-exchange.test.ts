import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poiTypes } from '#contract/pois.ts'
import { FileMistake } from '#domain/file-mistake.ts'
import { type ExchangedPoi, placeFrom, poiFrom, type ReadEntry } from './exchanged-poi.ts'
import { fileNotes } from './file-notes.ts'
import { garminFileName, garminRow } from './garmin-csv.ts'
import { gpxEnd, gpxOpening, gpxWaypoint } from './gpx.ts'
import { igoOpening, igoRow } from './igo.ts'
import { kmlEnd, kmlOpening, kmlPlacemark } from './kml.ts'
import { readPoiFile } from './reading.ts'

const shared = resolve(process.env.SHARED_DIR ?? '../shared', 'data')
const cameras = join(shared, 'speedcams/open_gatso_2021_all.csv')
const osmCameras = join(shared, 'speedcams/osm_speedcams_be_nl_fr_de_2018.gpx')
const schema = join(shared, 'gpx/gpx.xsd')

const notes = fileNotes(['© OpenStreetMap contributors', 'A & B <c>'])

/** Each format that we write, as a whole file of these POIs. */
const writers = {
  garmin: (pois: readonly ExchangedPoi[]) => pois.map(garminRow).join(''),
  gpx: (pois: readonly ExchangedPoi[]) => `${gpxOpening(notes)}${pois.map(gpxWaypoint).join('')}${gpxEnd}`,
  kml: (pois: readonly ExchangedPoi[]) => `${kmlOpening(notes)}${pois.map(kmlPlacemark).join('')}${kmlEnd}`,
  igo: (pois: readonly ExchangedPoi[]) => `\uFEFF${igoOpening(notes)}${pois.map(igoRow).join('')}`,
}

function read(content: string | Uint8Array, fileName = 'file.csv') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { format, entries } = readPoiFile(bytes, fileName)
  const all: ReadEntry[] = [...entries]
  return {
    format,
    pois: all.flatMap((entry) => ('poi' in entry ? [entry.poi] : [])),
    skipped: all.flatMap((entry) => ('skipped' in entry ? [[entry.line, entry.skipped]] : [])),
  }
}

function faultOf(content: string | Uint8Array, fileName?: string): string {
  try {
    return `read ${read(content, fileName).format}`
  } catch (error) {
    return error instanceof FileMistake ? error.fault : 'another error'
  }
}

const poi = (more: Partial<ExchangedPoi> = {}): ExchangedPoi => ({
  latitude: 49.0069,
  longitude: 8.4037,
  name: 'Blitzer fest',
  comment: null,
  kind: 'SpeedControl',
  speed: 50,
  direction: null,
  ...more,
})

const difficult = [
  poi({ comment: 'Höhe "Tor 3", <b>&amp;</b> \\ ende', direction: 359 }),
  poi({ name: 'Größe & Gewicht', kind: null, speed: null, latitude: -33.8567844, longitude: -179.9999999 }),
  poi({ latitude: 0.0000001, longitude: 180, name: 'Abstandskontrolle', kind: 'DistanceControl', comment: "l'été 🏍️" }),
]

describe('what is written comes back the same', () => {
  test.each(['garmin', 'gpx', 'kml'] as const)('as %s, as far as the format has room', (format) => {
    const back = read(writers[format](difficult))
    expect(back).toMatchObject({ format, skipped: [] })
    const held = difficult.map((each) => {
      // GPX's schema has the date line only once, as -180.
      if (format === 'gpx' && each.longitude === 180) return { ...each, longitude: -180 }
      return format === 'garmin' ? asGarminHolds(each) : each
    })
    expect(back.pois).toEqual(held)
  })

  test('as iGO with place, kind, speed and direction, which is all it has', () => {
    const back = read(writers.igo(difficult))
    expect(back).toMatchObject({ format: 'igo', skipped: [] })
    expect(back.pois.map(({ longitude, speed, direction }) => [longitude, speed, direction])).toEqual(
      difficult.map(({ longitude, speed, direction }) => [longitude, speed, direction]),
    )
    expect(back.pois.map(({ kind }) => kind)).toEqual(['SpeedControl', null, null])
  })

  const runs = process.env.FUZZ === 'long' ? 20_000 : 300
  const anyPoi = fc
    .record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
      name: text(),
      comment: text(),
      speed: fc.option(fc.integer({ min: 1, max: 200 })),
      direction: fc.option(fc.integer({ min: 0, max: 359 })),
    })
    .map(({ latitude, longitude, ...written }) =>
      poiFrom(placeFrom(latitude.toFixed(9), longitude.toFixed(9)) ?? { latitude: 1, longitude: 1 }, written),
    )

  test('whatever the texts are', () => {
    fc.assert(
      fc.property(fc.array(anyPoi, { minLength: 1, maxLength: 5 }), (pois) => {
        for (const format of ['gpx', 'kml'] as const) expect(read(writers[format](pois)).pois).toEqual(pois)
        expect(read(writers.garmin(pois)).pois).toEqual(pois.map(asGarminHolds))
        expect(read(writers.igo(pois)).pois).toHaveLength(pois.length)
      }),
      { numRuns: runs },
    )
  }, 120_000)

  test('no bytes make a reader fail otherwise than by saying what is wrong', () => {
    const documents = Object.values(writers).map((write) => new TextEncoder().encode(write(difficult)))
    const damaged = fc
      .tuple(fc.constantFrom(...documents), fc.nat(), fc.uint8Array({ maxLength: 6 }), fc.nat(40))
      .map(([bytes, at, put, cut]) => {
        const start = at % bytes.length
        return Uint8Array.from([...bytes.slice(0, start), ...put, ...bytes.slice(start + cut)])
      })
    const names = fc.constantFrom('a.csv', 'a.ov2', 'a.gpx', 'speedcam.txt')
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), names, (bytes, name) => {
        expect(faultOf(bytes, name)).not.toBe('another error')
      }),
      { numRuns: runs },
    )
  }, 120_000)

  describe.skipIf(!existsSync(cameras))(`with the real cameras of ${cameras}`, () => {
    const real = existsSync(cameras) ? read(readFileSync(cameras)) : null

    test('which are read, all 40,667', () => {
      expect([real?.format, real?.pois.length, real?.skipped]).toEqual(['garmin', 40_667, []])
      const count = (kind: ExchangedPoi['kind']) => real?.pois.filter((each) => each.kind === kind).length
      expect([count('RedLightControl'), count('SectionControl'), count('Tunnel')]).toEqual([6839, 103, 153])
      expect(real?.pois.filter(({ speed }) => speed !== null)).toHaveLength(19_742)
      expect(real?.pois[1497]?.comment).toContain('VERS LA BAULE "VC ""Le pont de terre"" (ex')
    })

    test.each(['garmin', 'gpx', 'kml'] as const)('through %s', (format) => {
      expect(read(writers[format](real?.pois ?? [])).pois).toEqual(real?.pois)
    })

    test('through iGO, whose second copy is the first', () => {
      const first = writers.igo(real?.pois ?? [])
      const back = read(first)
      expect(back.pois.map(({ speed, latitude, longitude }) => [speed, latitude, longitude])).toEqual(
        real?.pois.map(({ speed, latitude, longitude }) => [speed, latitude, longitude]),
      )
      expect(writers.igo(back.pois)).toBe(first)
    })
  })

  test.skipIf(!existsSync(osmCameras))(`with the waypoints of ${osmCameras} through every format`, () => {
    const real = read(readFileSync(osmCameras))
    expect([real.format, real.pois.length, real.skipped]).toEqual(['gpx', 3012, []])
    for (const format of ['garmin', 'gpx', 'kml'] as const)
      expect(read(writers[format](real.pois)).pois).toEqual(real.pois)
  })
})

const xmllint = findXmllint()

test.skipIf(!existsSync(schema) || xmllint === null)(
  `the GPX is valid (needs xmllint and ${schema}), the KML well-formed`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-exchange-'))
    for (const format of ['gpx', 'kml'] as const) writeFileSync(join(folder, format), writers[format](difficult))
    const lint = (...words: string[]) =>
      execFileSync(xmllint ?? '', ['--noout', '--nonet', ...words], { stdio: 'pipe' })
    expect(() => lint('--schema', schema, join(folder, 'gpx'))).not.toThrow()
    expect(() => lint(join(folder, 'kml'))).not.toThrow()
    rmSync(folder, { recursive: true })
  },
)

describe('Garmin CSV', () => {
  test('tells the speed by the name, else by the file', () => {
    const rows = '8.4,49,"Tempo @30 Zone","a"\n8.4,49,Ohne\n8.4,49,"Zu viel @999",""\n'
    expect(read(rows, 'Blitzer_mobil_50.csv').pois.map(({ name, speed }) => [name, speed])).toEqual([
      ['Tempo Zone', 30],
      ['Ohne', 50],
      ['Zu viel @999', 50],
    ])
  })

  test('is read line by line: what is wrong in one is told and leaves the others', () => {
    const rows = [
      '8.4,49,"gut","x"',
      '8.4,49,"offen',
      '',
      '8.4;49;"Semikolon"',
      '200,49,"weg"',
      '0,0,"null"',
      '8,4,49,0,"Komma"',
      '8.4,49,"gut"',
    ]
    expect(read(rows.join('\r\n'))).toMatchObject({
      pois: [{ name: 'gut' }, { name: 'gut' }],
      skipped: [
        [2, 'quotes'],
        [4, 'columns'],
        [5, 'coordinates'],
        [6, 'coordinates'],
        [7, 'columns'],
      ],
    })
  })

  test('has a file for each kind and speed, with a name that every device can read', () => {
    const names = poiTypes.map((kind) => garminFileName({ kind, speed: null }))
    expect(new Set(names).size).toBe(poiTypes.length)
    for (const name of names) expect(name).toMatch(/^\w+\.csv$/)
    expect(garminFileName({ kind: 'NoOvertakingControl', speed: null })).toBe('Ueberholverbot.csv')
    expect(garminFileName({ kind: 'SpeedControl', speed: 50 })).toBe('Blitzer_fest_50.csv')
    expect(garminFileName({ kind: null, speed: 50 })).toBe('POI_50.csv')
  })
})

describe('iGO', () => {
  test('is read with and without index or header, with comments and odd directions', () => {
    const text =
      '\uFEFF// Kommentar\r\nIDX,X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\r\n1,13.515101,52.400134,1,50,0,90\r\n2,8,49,3,0,1,-10 // Ende\r\n3,8,49,5,80,1,360\r\n'
    expect(read(text, 'speedcam.txt').pois.map(({ kind, speed, direction }) => [kind, speed, direction])).toEqual([
      ['SpeedControl', 50, null],
      ['RedLightControl', null, 350],
      ['MobileSpeedCamera', 80, 0],
    ])
    expect(read('8.4,49,4,100,1,180').pois).toMatchObject([{ kind: 'SectionControl', direction: 180, latitude: 49 }])
    expect(
      read('X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\n8.4,49,102,0,0,0\n8.4,49,77,0,2,0\n8.4,149,1,0,0,0\n8.4'),
    ).toMatchObject({
      pois: [{ name: 'Bodenschwelle' }, { name: 'Typ 77', direction: null }],
      skipped: [
        [4, 'coordinates'],
        [5, 'columns'],
      ],
    })
  })
})

describe('KML', () => {
  test('is read from folders, without the HTML of its descriptions; lines and areas are no POIs', () => {
    const text = `<kml><Document><Folder><name>F</name><Placemark><name>Blitzer @70</name>
      <description><![CDATA[<p>an der <b>Brücke</b></p>]]></description><Point><coordinates> 8.4,49,120 </coordinates></Point></Placemark>
      <Placemark><LineString><coordinates>8,49 8,50</coordinates></LineString></Placemark></Folder></Document></kml>`
    expect(read(text)).toMatchObject({
      format: 'kml',
      pois: [{ name: 'Blitzer', speed: 70, comment: 'an der Brücke', kind: 'SpeedControl' }],
      skipped: [[3, 'no-point']],
    })
  })
})

describe('OV2', () => {
  const record = (type: number, longitude: number, latitude: number, text: string) => {
    const bytes = new Uint8Array(13 + text.length)
    const view = new DataView(bytes.buffer)
    view.setUint8(0, type)
    view.setUint32(1, bytes.length, true)
    view.setInt32(5, longitude, true)
    view.setInt32(9, latitude, true)
    bytes.set(
      Array.from(text, (character) => character.charCodeAt(0)),
      13,
    )
    return bytes
  }
  const joined = (...records: Uint8Array[]) => Uint8Array.from(records.flatMap((bytes) => [...bytes]))
  const skipper = Uint8Array.from([1, 41, ...Array.from({ length: 19 }, () => 0)])
  const real = record(2, 23_029, 4_215_042, 'max 50\0')

  test('is read record by record, skippers and deleted ones apart', () => {
    const file = joined(
      skipper,
      real,
      record(0, 1, 1, 'weg\0'),
      record(3, 840_370, 4_900_690, 'Stra\xdfe @80\0uid\0extra\0'),
    )
    expect(read(file, 'a.ov2')).toEqual({
      format: 'ov2',
      pois: [
        {
          latitude: 42.15042,
          longitude: 0.23029,
          name: 'max 50',
          comment: null,
          kind: 'SpeedControl',
          speed: null,
          direction: null,
        },
        {
          latitude: 49.0069,
          longitude: 8.4037,
          name: 'Straße',
          comment: 'uid extra',
          kind: null,
          speed: 80,
          direction: null,
        },
      ],
      skipped: [[3, 'deleted']],
    })
    expect(faultOf(file)).toBe('read ov2')
  })

  test('is never read beyond its end, whatever its lengths say', () => {
    for (let end = 1; end < real.length; end += 1) expect(faultOf(real.slice(0, end), 'a.ov2')).toBe('cut-off')
    const lying = Uint8Array.from(real)
    lying[1] = 5
    expect(faultOf(lying, 'a.ov2')).toBe('cut-off')
    lying.set([255, 255, 255, 255], 1)
    expect(faultOf(lying, 'a.ov2')).toBe('cut-off')
    expect(faultOf(Uint8Array.from([9, 1, 2]), 'a.ov2')).toBe('malformed')
    expect(faultOf(joined(real, skipper.slice(0, 12)), 'a.ov2')).toBe('cut-off')
  })
})

test.each([
  ['nothing', '', 'empty'],
  ['blanks', ' \n', 'empty'],
  ['a ZIP', 'PK\u0003\u0004', 'archive'],
  ['a web page', '<!DOCTYPE html><p>', 'html'],
  ['another XML', '<osm></osm>', 'not-kml'],
  ['a GPX that ends too early', '<gpx><wpt lat="1" lon="2">', 'cut-off'],
])('%s is refused as a whole', (_name, content, fault) => {
  expect(faultOf(content)).toBe(fault)
})

test('what comes from OpenStreetMap says under which licence it may be passed on', () => {
  expect(fileNotes(['© OpenStreetMap contributors']).join(' ')).toContain('Open Database License')
  expect(fileNotes(['Beispieldaten']).join(' ')).not.toContain('OpenStreetMap')
})

/** Words, and what formats are broken by. */
function text() {
  const pieces = fc.constantFrom(
    '"',
    "'",
    '\\',
    ',',
    ';',
    '<b>',
    '&',
    '&amp;',
    '&lt;',
    ']]>',
    '@50',
    '@',
    '//',
    '\n',
    '\u0000',
    '🏍️',
    'max',
  )
  return fc
    .array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 6 })
    .map((all) => all.join(' '))
}

/** Garmin's format has no room for a direction, and no way to write a backslash that all readers understand. */
function asGarminHolds(poi: ExchangedPoi): ExchangedPoi {
  const slashed = (text: string) => text.replaceAll('\\', '/')
  return { ...poi, name: slashed(poi.name), comment: poi.comment && slashed(poi.comment), direction: null }
}

function findXmllint(): string | null {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'pipe' })
    return 'xmllint'
  } catch {
    return null
  }
}
