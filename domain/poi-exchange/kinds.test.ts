import { describe, expect, test } from 'vitest'
import type { ImportFormat, SkipReason } from '#contract/poi-exchange/poi-exchange.ts'
import { readAll } from './testing/read-all.ts'

/*
 * For each format: every kind of record that files of it have, with what is read of it, why it is skipped, or that it is
 * passed over because it is no entry.
 */

const gpx = (content: string) => `<gpx>${content}</gpx>`
const kml = (content: string) => `<kml><Document>${content}</Document></kml>`
const placemark = (content: string) => kml(`<Placemark><name>A</name>${content}</Placemark>`)
const igo = (row: string) => `X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\n${row}`

/** A record of OV2: type, length, longitude and latitude in hundred-thousandths of a degree, and texts. */
function ov2(type: number, longitude: number, latitude: number, text: string): Uint8Array {
  const bytes = new Uint8Array(13 + text.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, type)
  view.setUint32(1, bytes.length, true)
  view.setInt32(5, longitude, true)
  view.setInt32(9, latitude, true)
  bytes.set(new TextEncoder().encode(text), 13)
  return bytes
}

type Case = readonly [kind: string, content: string | Uint8Array, found: readonly string[] | SkipReason]

const table: { format: ImportFormat; fileName: string; cases: readonly Case[] }[] = [
  {
    format: 'gpx',
    fileName: 'a.gpx',
    cases: [
      ['a waypoint', gpx('<wpt lat="49" lon="8.4"><name>A</name></wpt>'), ['A']],
      ['a waypoint with a symbol alone', gpx('<wpt lat="49" lon="8.4"><sym>Fuel</sym></wpt>'), ['Fuel']],
      ['a waypoint without a word', gpx('<wpt lat="49" lon="8.4"/>'), ['POI']],
      ['a waypoint off the earth', gpx('<wpt lat="99" lon="8.4"/>'), 'coordinates'],
      ['a waypoint at 0/0', gpx('<wpt lat="0" lon="0"/>'), 'coordinates'],
      ['a route', gpx('<rte><rtept lat="49" lon="8.4"><name>A</name></rtept></rte>'), []],
      ['a track', gpx('<trk><name>A</name><trkseg><trkpt lat="49" lon="8.4"/></trkseg></trk>'), []],
      ['metadata', gpx('<metadata><name>A</name></metadata>'), []],
    ],
  },
  {
    format: 'kml',
    fileName: 'a.kml',
    cases: [
      ['a point', placemark('<Point><coordinates>8.4,49</coordinates></Point>'), ['A']],
      ['a point with a height', placemark('<Point><coordinates>8.4,49,115</coordinates></Point>'), ['A']],
      [
        'a point in a folder',
        kml('<Folder><Placemark><name>A</name><Point><coordinates>8.4,49</coordinates></Point></Placemark></Folder>'),
        ['A'],
      ],
      ['a point off the earth', placemark('<Point><coordinates>8.4,99</coordinates></Point>'), 'coordinates'],
      ['a line', placemark('<LineString><coordinates>8,49 8,50</coordinates></LineString>'), 'no-point'],
      ['a recorded track', placemark('<Track><when>2026-01-01</when><coord>8 49</coord></Track>'), 'no-point'],
      ['a placemark without a place', placemark(''), 'no-point'],
      ['a style', kml('<Style id="a"><IconStyle/></Style>'), []],
      ['an overlay', kml('<GroundOverlay><name>A</name></GroundOverlay>'), []],
    ],
  },
  {
    format: 'garmin',
    fileName: 'a.csv',
    cases: [
      ['a row', '8.4,49,"A","b"', ['A']],
      ['a row without a comment', '8.4,49,A', ['A']],
      ['an empty row', '8.4,49,"A"\n\n', ['A']],
      ['a row of other columns', '8.4;49;A', 'columns'],
      ['a row with an open quote', '8.4,49,"A', 'quotes'],
      ['a row off the earth', '8.4,99,"A"', 'coordinates'],
      ['a heading', 'Länge,Breite,Name', 'coordinates'],
    ],
  },
  {
    format: 'igo',
    fileName: 'speedcam.txt',
    cases: [
      ['a camera', igo('8.4,49,1,50,0,0'), ['Blitzer fest']],
      ['an unknown type', igo('8.4,49,77,0,0,0'), ['Typ 77']],
      ['a comment', igo('// A\n8.4,49,1,50,0,0 // B'), ['Blitzer fest']],
      ['a row of too few columns', igo('8.4'), 'columns'],
      ['a row off the earth', igo('8.4,99,1,50,0,0'), 'coordinates'],
    ],
  },
  {
    format: 'ov2',
    fileName: 'a.ov2',
    cases: [
      ['type 2, a simple record', ov2(2, 840_000, 4_900_000, 'A\0'), ['A']],
      ['type 3, one with more texts', ov2(3, 840_000, 4_900_000, 'A\0b\0c\0'), ['A']],
      ['type 0, deleted', ov2(0, 840_000, 4_900_000, 'A\0'), 'deleted'],
      ['type 1, a skipper', Uint8Array.from([1, ...Array.from({ length: 20 }, () => 0)]), []],
      ['a record off the earth', ov2(2, 840_000, 9_900_000, 'A\0'), 'coordinates'],
    ],
  },
]

describe.each(table)('$format', ({ format, fileName, cases }) => {
  test.each(cases)('%s', (_kind, content, found) => {
    const read = readAll(content, fileName)
    expect(read.format).toBe(format)
    expect(read.pois.map(({ name }) => name)).toEqual(typeof found === 'string' ? [] : found)
    expect(read.skipped.map(([, reason]) => reason)).toEqual(typeof found === 'string' ? [found] : [])
  })
})
