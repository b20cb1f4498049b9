import { describe, expect, test } from 'vitest'
import { poiTypes } from '#contract/pois/pois.ts'
import { fileNotes } from './file-notes.ts'
import { garminFileName } from './garmin-csv.ts'
import { faultOf, readAll } from './testing/read-all.ts'

describe('Garmin CSV', () => {
  test('takes the speed from the name, otherwise from the name of the file', () => {
    const rows = '8.4,49,"Tempo @30 Zone","a"\n8.4,49,Ohne\n8.4,49,"Zu viel @999",""\n'
    expect(readAll(rows, 'Blitzer_mobil_50.csv').pois.map(({ name, speed }) => [name, speed])).toEqual([
      ['Tempo Zone', 30],
      ['Ohne', 50],
      ['Zu viel @999', 50],
    ])
  })

  test('is read line by line: a mistake in one line is reported, and the other lines are read', () => {
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
    expect(readAll(rows.join('\r\n'))).toMatchObject({
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
    expect(readAll(text, 'speedcam.txt').pois.map(({ kind, speed, direction }) => [kind, speed, direction])).toEqual([
      ['SpeedControl', 50, null],
      ['RedLightControl', null, 350],
      ['MobileSpeedCamera', 80, 0],
    ])
    expect(readAll('8.4,49,4,100,1,180').pois).toMatchObject([{ kind: 'SectionControl', direction: 180, latitude: 49 }])
    expect(
      readAll('X,Y,TYPE,SPEED,DIRTYPE,DIRECTION\n8.4,49,102,0,0,0\n8.4,49,77,0,2,0\n8.4,149,1,0,0,0\n8.4'),
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
  test('is read from folders, without the HTML of its descriptions; lines and areas are skipped', () => {
    const text = `<kml><Document><Folder><name>F</name><Placemark><name>Blitzer @70</name>
      <description><![CDATA[<p>an der <b>Brücke</b></p>]]></description><Point><coordinates> 8.4,49,120 </coordinates></Point></Placemark>
      <Placemark><LineString><coordinates>8,49 8,50</coordinates></LineString></Placemark></Folder></Document></kml>`
    expect(readAll(text)).toMatchObject({
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

  test('is read record by record, except for skippers and deleted ones', () => {
    const file = joined(
      skipper,
      real,
      record(0, 1, 1, 'weg\0'),
      record(3, 840_370, 4_900_690, 'Stra\xdfe @80\0uid\0extra\0'),
    )
    expect(readAll(file, 'a.ov2')).toEqual({
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

  test('is never read beyond its end, whatever lengths its records name', () => {
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

describe('a file that is not written in the encoding that it names', () => {
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  const point = '<Point><coordinates>8.4,49</coordinates></Point>'
  test.each([
    ['gpx', `${declaration}<gpx><wpt lat="49" lon="8.4"><name>Münchner Straße @50</name></wpt></gpx>`],
    ['kml', `${declaration}<kml><Placemark><name>Münchner Straße @50</name>${point}</Placemark></kml>`],
    ['garmin', '\xef\xbb\xbf8.4,49,"Münchner Straße @50",""'],
  ])('keeps its umlauts: %s', (format, content) => {
    expect(readAll(latin(content), 'a.csv')).toMatchObject({
      format,
      pois: [{ name: 'Münchner Straße', speed: 50 }],
      skipped: [],
    })
  })
})

test.each([
  ['nothing', '', 'empty'],
  ['blanks', ' \n', 'empty'],
  ['a ZIP', 'PK\u0003\u0004', 'archive'],
  ['a GPI', '\0\0\0\0\u0016\0\0\0GRMREC00', 'gpi'],
  ['a web page', '<!DOCTYPE html><p>', 'html'],
  ['another XML', '<osm></osm>', 'not-kml'],
  ['a GPX that ends too early', '<gpx><wpt lat="1" lon="2">', 'cut-off'],
])('%s is refused as a whole', (_name, content, fault) => {
  expect(faultOf(content)).toBe(fault)
})

test('a file with data of OpenStreetMap names the licence under which it may be passed on', () => {
  expect(fileNotes(['© OpenStreetMap contributors']).join(' ')).toContain('Open Database License')
  expect(fileNotes(['Beispieldaten']).join(' ')).not.toContain('OpenStreetMap')
})
