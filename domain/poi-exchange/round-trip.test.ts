import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExchangedPoi, placeFrom, poiFrom } from './exchanged-poi.ts'
import { fileNotes } from './file-notes.ts'
import { garminRow } from './garmin-csv.ts'
import { gpxEnd, gpxOpening, gpxWaypoint } from './gpx.ts'
import { igoOpening, igoRow } from './igo.ts'
import { kmlEnd, kmlOpening, kmlPlacemark } from './kml.ts'
import { faultOf, readAll } from './testing/read-all.ts'

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

describe('POIs that are written are read back the same', () => {
  test.each(['garmin', 'gpx', 'kml'] as const)('as %s, as far as the format can hold them', (format) => {
    const back = readAll(writers[format](difficult))
    expect(back).toMatchObject({ format, skipped: [] })
    const held = difficult.map((each) => {
      // GPX's schema allows the date line only as -180.
      if (format === 'gpx' && each.longitude === 180) return { ...each, longitude: -180 }
      return format === 'garmin' ? asGarminHolds(each) : each
    })
    expect(back.pois).toEqual(held)
  })

  test.each(['=HYPERLINK("http://evil.example";"Hier")', '+49', '-1', '@SUM(A1)', "'=1", "''+1", '＝1', "'s Werdau"])(
    'in Garmin’s tables the name %s is no formula in a spreadsheet, and the same when it is read back',
    (name) => {
      const file = writers.garmin([poi({ name, comment: name, speed: null })])
      expect(file).not.toMatch(/(^|[,"])[=+\-@＝＋－＠]/m)
      expect(readAll(file).pois).toMatchObject([{ name, comment: name }])
    },
  )

  test('as iGO with place, kind, speed and direction, which is all that it holds', () => {
    const back = readAll(writers.igo(difficult))
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

  test('with any texts', () => {
    fc.assert(
      fc.property(fc.array(anyPoi, { minLength: 1, maxLength: 5 }), (pois) => {
        for (const format of ['gpx', 'kml'] as const) expect(readAll(writers[format](pois)).pois).toEqual(pois)
        expect(readAll(writers.garmin(pois)).pois).toEqual(pois.map(asGarminHolds))
        expect(readAll(writers.igo(pois)).pois).toHaveLength(pois.length)
      }),
      { numRuns: runs },
    )
  }, 120_000)

  test('a reader that gets any bytes only fails by saying what is wrong', () => {
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
    const real = existsSync(cameras) ? readAll(readFileSync(cameras)) : null

    test('which are read, all 40,667', () => {
      expect([real?.format, real?.pois.length, real?.skipped]).toEqual(['garmin', 40_667, []])
      const count = (kind: ExchangedPoi['kind']) => real?.pois.filter((each) => each.kind === kind).length
      expect([count('RedLightControl'), count('SectionControl'), count('Tunnel')]).toEqual([6839, 103, 153])
      expect(real?.pois.filter(({ speed }) => speed !== null)).toHaveLength(19_742)
      expect(real?.pois[1497]?.comment).toContain('VERS LA BAULE "VC ""Le pont de terre"" (ex')
    })

    test.each(['garmin', 'gpx', 'kml'] as const)('through %s', (format) => {
      expect(readAll(writers[format](real?.pois ?? [])).pois).toEqual(real?.pois)
    })

    test('through iGO, whose second copy equals the first', () => {
      const first = writers.igo(real?.pois ?? [])
      const back = readAll(first)
      expect(back.pois.map(({ speed, latitude, longitude }) => [speed, latitude, longitude])).toEqual(
        real?.pois.map(({ speed, latitude, longitude }) => [speed, latitude, longitude]),
      )
      expect(writers.igo(back.pois)).toBe(first)
    })
  })

  test.skipIf(!existsSync(osmCameras))(`with the waypoints of ${osmCameras} through every format`, () => {
    const real = readAll(readFileSync(osmCameras))
    expect([real.format, real.pois.length, real.skipped]).toEqual(['gpx', 3012, []])
    for (const format of ['garmin', 'gpx', 'kml'] as const)
      expect(readAll(writers[format](real.pois)).pois).toEqual(real.pois)
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

/** Words, and the characters that break formats. */
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
