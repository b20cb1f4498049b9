import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GpxPosition, gpxDocument } from './gpx.ts'

const createdAt = new Date('2026-03-01T12:00:00Z')
const fix = (time: string, more: Partial<GpxPosition> = {}): GpxPosition => ({
  latitude: 49.0069,
  longitude: 8.4037,
  recordedAt: `2026-03-01T${time}.000Z`,
  ...more,
})

test('a whole document', async () => {
  const fixes = [
    fix('08:00:00', { altitude: 115.04, speed: 36, course: 90, accuracy: 4.5 }),
    fix('08:00:05', { flag: 'MOCK' }),
    fix('08:20:00'),
  ]
  expect(await written({ name: 'Enduro', description: 'Zwei Fahrten', createdAt }, fixes)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Wegwarte" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:wegwarte="https://wegwarte.example/xmlschemas/position/1">
    <metadata><name>Enduro</name><desc>Zwei Fahrten</desc><time>2026-03-01T12:00:00Z</time></metadata>
    <trk><name>Enduro</name>
    <trkseg>
    <trkpt lat="49.0069" lon="8.4037"><ele>115</ele><time>2026-03-01T08:00:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>10</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension><wegwarte:accuracy>4.5</wegwarte:accuracy></extensions></trkpt>
    <trkpt lat="49.0069" lon="8.4037"><time>2026-03-01T08:00:05Z</time><extensions><wegwarte:flag>MOCK</wegwarte:flag></extensions></trkpt>
    </trkseg>
    <trkseg>
    <trkpt lat="49.0069" lon="8.4037"><time>2026-03-01T08:20:00Z</time></trkpt>
    <trkpt lat="49.0069" lon="8.4037"><time>2026-03-01T08:20:00Z</time></trkpt>
    </trkseg>
    </trk>
    </gpx>
    "
  `)
})

test('a segment continues across pages, and ends at a gap between pages, too', async () => {
  const pages = [[fix('08:00:00'), fix('08:01:00')], [fix('08:02:00')], [fix('09:00:00')]]
  const document = await written({ name: 'Enduro', description: '', createdAt }, ...pages)
  const segments = document.split('<trkseg>').slice(1)
  expect(segments.map((segment) => segment.match(/<trkpt /g)?.length)).toEqual([3, 2])
})

test('no segment has a single point, wherever pages and gaps are', async () => {
  const alone = [fix('06:00:00'), fix('07:00:00')]
  const document = await written(
    { name: 'Enduro', description: '', createdAt },
    alone,
    [],
    [fix('08:00:00')],
    [fix('08:01:00'), fix('09:00:00', { speed: 36 })],
  )
  const segments = document.split('<trkseg>').slice(1)
  expect(segments.map((segment) => [...segment.matchAll(/T(\d\d:\d\d)/g)].map(([, time]) => time))).toEqual([
    ['06:00', '06:00'],
    ['07:00', '07:00'],
    ['08:00', '08:01'],
    ['09:00', '09:00'],
  ])
})

test('a fraction of a second is written where there is one', async () => {
  const document = await written({ name: '', description: '', createdAt }, [
    { ...fix('08:00:00'), recordedAt: '2026-03-01T08:00:00.250Z' },
  ])
  expect(document).toContain('<time>2026-03-01T08:00:00.25Z</time>')
})

test.each([
  ['<b>&amp; "Söhne" ]]>', '&lt;b&gt;&amp;amp; "Söhne" ]]&gt;'],
  ['a\u0000b\u0007c\u001Fd\u007F', 'abcd\u007F'],
  ['zwei\tZeilen\n', 'zwei\tZeilen\n'],
  ['half \uD83C pair, \uFFFE\uFFFF', 'half  pair, '],
  ['🏍️ Šumava', '🏍️ Šumava'],
])('the name %j is written %j', async (name, expected) => {
  expect(await written({ name, description: '', createdAt })).toContain(`<trk><name>${expected}</name>`)
})

test.each([
  ['the date line, which the schema allows only once', { longitude: 180 }, 'lon="-180"'],
  ['a longitude that rounds to the date line', { longitude: 179.99999999 }, 'lon="-180"'],
  ['a number smaller than any tracker measures', { latitude: 1e-7 }, 'lat="0"'],
  ['the full circle', { course: 360 }, '<gpxtpx:course>0</gpxtpx:course>'],
  ['a course counted in the other direction', { course: -90 }, '<gpxtpx:course>270</gpxtpx:course>'],
  ['a course that rounds to the full circle', { course: 359.97 }, '<gpxtpx:course>0</gpxtpx:course>'],
])('%s is written as the schema allows it (%o)', async (_name, more, expected) => {
  expect(await written({ name: '', description: '', createdAt }, [fix('08:00:00', more)])).toContain(expected)
})

const schema = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data/gpx/gpx.xsd')
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

const measurement = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const place = (most: number) =>
  fc.oneof(fc.constantFrom(-most, most, 0, -0, 1e-7, -1e-7), fc.double({ min: -most, max: most, noNaN: true }))
const anyFix = fc.record(
  {
    latitude: place(90),
    longitude: place(180),
    recordedAt: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    altitude: measurement,
    accuracy: measurement,
    speed: measurement,
    course: measurement,
    flag: fc.constantFrom('MOCK' as const, 'LAST_KNOWN' as const),
  },
  { requiredKeys: ['latitude', 'longitude', 'recordedAt'] },
)
/** Any UTF-16, including halves of pairs, and the characters of XML's own syntax. */
const anyText = fc
  .array(
    fc.oneof(
      fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(...'<&>\'"]]>'),
    ),
  )
  .map((units) => units.join(''))
const anyTrack = fc.tuple(anyText, anyText, fc.array(fc.array(anyFix, { maxLength: 5 }), { maxLength: 4 }))

test.skipIf(!hasXmllint || !existsSync(schema))(
  'any track with any name is valid against the schema (needs xmllint and the schema)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-gpx-'))
    const files: string[] = []
    for (const [name, description, pages] of fc.sample(anyTrack, 200)) {
      const file = join(folder, `${files.length}.gpx`)
      writeFileSync(file, await written({ name, description, createdAt }, ...pages))
      files.push(file)
    }
    const verdict = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, ...files], { encoding: 'utf8' })
    expect(verdict.stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))).toEqual([])
    expect(verdict.status).toBe(0)
    rmSync(folder, { recursive: true })
  },
)

async function written(track: Parameters<typeof gpxDocument>[0], ...pages: GpxPosition[][]): Promise<string> {
  let document = ''
  for await (const piece of gpxDocument(track, inTurn(pages))) document += piece
  return document
}

async function* inTurn(pages: readonly GpxPosition[][]) {
  yield* pages
}

test('a segment ends where something was cut out, and no mark of that is written', async () => {
  const cut = await written({ name: 'Enduro', description: '', createdAt }, [
    fix('08:00:00'),
    fix('08:01:00', { afterCut: true }),
  ])
  expect(cut.match(/<trkseg>/g)).toHaveLength(2)
  expect(cut).not.toContain('afterCut')
})
