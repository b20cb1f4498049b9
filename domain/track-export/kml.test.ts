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
    <when>2026-03-01T08:00:00.000Z</when><gx:coord>8.4037000 49.0069000 115.0</gx:coord>
    <when>2026-03-01T08:00:05.000Z</when><gx:coord>8.4037000 49.0069000</gx:coord>
    <when>2026-03-01T08:00:10.000Z</when><gx:coord>8.4037000 49.0069000</gx:coord>
    </gx:Track>
    <gx:Track><altitudeMode>clampToGround</altitudeMode>
    <when>2026-03-01T08:20:00.000Z</when><gx:coord>8.4037000 49.0069000</gx:coord>
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

test('every time comes before its place, longitude first, and a small number has no exponent', async () => {
  const document = await written([[fix('08:00:00', { latitude: 1e-7, longitude: -180 })]])
  expect(document).toContain('<when>2026-03-01T08:00:00.000Z</when><gx:coord>-180.0000000 0.0000001</gx:coord>')
})
