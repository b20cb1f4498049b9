import { expect, test } from 'vitest'
import type { GpxPosition } from './gpx.ts'
import { xmlEvents } from '#domain/files/xml-reading.ts'
import { kmlDocument } from './kml.ts'
import { fix, inTurn, wholeOf } from './testing/pages.ts'

const track = { name: 'Enduro', description: 'Zwei Fahrten', createdAt: new Date('2026-03-01T12:00:00Z') }
const written = (pages: GpxPosition[][], name = track.name) => wholeOf(kmlDocument({ ...track, name }, inTurn(pages)))

test('a whole document has a track for each part without a gap, also across pages', async () => {
  const pages = [[fix('08:00:00', { altitude: 115.04 }), fix('08:00:05')], [fix('08:00:10')], [fix('08:20:00')]]
  expect(await written(pages)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document><name>Enduro</name><description>Zwei Fahrten</description>
    <Style id="track"><LineStyle><color>ffd86a1f</color><width>3</width></LineStyle></Style>
    <Placemark><name>Enduro</name><styleUrl>#track</styleUrl><gx:MultiTrack><gx:interpolate>0</gx:interpolate>
    <gx:Track><altitudeMode>clampToGround</altitudeMode>
    <when>2026-03-01T08:00:00Z</when>
    <when>2026-03-01T08:00:05Z</when>
    <gx:coord>8.4037 49.0069 115</gx:coord>
    <gx:coord>8.4037 49.0069</gx:coord>
    </gx:Track>
    <gx:Track><altitudeMode>clampToGround</altitudeMode>
    <when>2026-03-01T08:00:05Z</when>
    <when>2026-03-01T08:00:10Z</when>
    <gx:coord>8.4037 49.0069</gx:coord>
    <gx:coord>8.4037 49.0069</gx:coord>
    </gx:Track>
    <gx:Track><altitudeMode>clampToGround</altitudeMode>
    <when>2026-03-01T08:20:00Z</when>
    <gx:coord>8.4037 49.0069</gx:coord>
    </gx:Track>
    </gx:MultiTrack></Placemark>
    </Document>
    </kml>
    "
  `)
})

test.each([
  ['<b>&amp; "Söhne" ]]>', '<b>&amp; "Söhne" ]]>'],
  ['a\u0000b\u0007c half \uD83C pair', 'abc half  pair'],
])('the name %j is read as %j', async (name, expected) => {
  const names: string[] = []
  let element = ''
  for (const event of xmlEvents(await written([[fix('08:00:00')]], name))) {
    if (event.kind === 'open') element = event.name
    else if (event.kind === 'text' && element === 'name') names.push(event.text)
    else element = ''
  }
  expect(names).toEqual([expected, expected])
})

/** OGC KML 2.2 with Google's extension (kml22gx.xsd): a `gx:Track` is a sequence, each part of it in its place. */
const sequenceOfTrack = ['altitudeMode', 'when', 'coord']

test('in every track all times come before all places, as many as they', async () => {
  const everyTenMinutes = (index: number) => `${String(8 + Math.floor(index / 6)).padStart(2, '0')}:${index % 6}0:01`
  const fixes = Array.from({ length: 40 }, (_, index) => fix(everyTenMinutes(index + Math.floor(index / 2))))
  const pages = [fixes.slice(0, 7), [], fixes.slice(7, 8), fixes.slice(8)]
  const dense = Array.from({ length: 50 }, (_, index) => fix(`07:00:${String(index).padStart(2, '0')}`))
  const tracks: string[][] = []
  for (const event of xmlEvents(await written([dense.slice(0, 20), dense.slice(20), ...pages]))) {
    if (event.kind !== 'open') continue
    if (event.name === 'Track') tracks.push([])
    else if (tracks.length > 0) tracks.at(-1)?.push(event.name)
  }
  expect(tracks.length).toBeGreaterThan(10)
  for (const parts of tracks) {
    expect(parts).toEqual(parts.toSorted((a, b) => sequenceOfTrack.indexOf(a) - sequenceOfTrack.indexOf(b)))
    expect(parts.filter((part) => part === 'when')).toHaveLength(parts.filter((part) => part === 'coord').length)
  }
})

test('a segment that goes on across pages has no gap between its tracks, and an empty track has none', async () => {
  const pages = [
    [fix('08:00:00', { longitude: 8 }), fix('08:00:05', { longitude: 9 })],
    [fix('08:00:10', { longitude: 10 })],
  ]
  const document = await written(pages)
  const tracks = document.split('<gx:Track>').slice(1)
  expect(tracks.map((part) => [...part.matchAll(/<gx:coord>(\d+) /g)].map(([, longitude]) => longitude))).toEqual([
    ['8', '9'],
    ['9', '10'],
  ])
  expect(await written([[], []])).not.toContain('gx:Track>')
})

test('longitude comes first, and a small number has no exponent', async () => {
  const document = await written([[fix('08:00:00', { latitude: 1e-6, longitude: -180 })]])
  expect(document).toContain('<gx:coord>-180 0.000001</gx:coord>')
})
