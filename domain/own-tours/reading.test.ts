import { describe, expect, test } from 'vitest'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { jsonOf } from './json-reading.ts'
import { readTourFile } from './reading.ts'
import { secondsOf, TooManyPoints } from './recordings.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readTourFile(bytes(text))

/** Places far out at sea, where nobody lives. */
const first = { seconds: Date.parse('2026-05-01T08:00:00Z') / 1000, latitude: 54.1, longitude: 6.2 }
const second = { seconds: first.seconds + 60, latitude: 54.11, longitude: 6.21 }

const point = (latitude: string, longitude: string, time: string) =>
  `<trkpt lat="${latitude}" lon="${longitude}"><ele>3</ele>${time}</trkpt>`
const gpxPoints =
  point('54.1', '6.2', '<time>2026-05-01T08:00:00Z</time>') +
  point('54.11', '6.21', '<time>2026-05-01T10:01:00.250+02:00</time>')

const segments = [
  { startTime: '2026-05-01T07:00:00.000Z', visit: { topCandidate: { placeLocation: { latLng: '54.0°, 6.0°' } } } },
  {
    startTime: '2026-05-01T08:00:00.000Z',
    endTime: '2026-05-01T10:00:00.000Z',
    timelinePath: [
      { point: '54.1°, 6.2°', time: '2026-05-01T10:00:00.000+02:00' },
      { point: 'geo:54.11,6.21', time: '2026-05-01T08:01:00.000Z' },
    ],
  },
]
const minutesLater = [
  {
    startTime: '2026-05-01T10:00:00.000+02:00',
    endTime: '2026-05-01T12:00:00.000+02:00',
    timelinePath: [
      { point: 'geo:54.1,6.2', durationMinutesOffsetFromStartTime: '0' },
      { point: 'geo:54.11,6.21', durationMinutesOffsetFromStartTime: '1' },
    ],
  },
]
const positions = [
  { deviceId: 7, fixTime: '2026-05-01T08:00:00.000+00:00', latitude: 54.1, longitude: 6.2 },
  { deviceId: 7, fixTime: null, deviceTime: '2026-05-01T08:01:00.000+0000', latitude: 54.11, longitude: 6.21 },
]
const table = `id,deviceId,protocol,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,address
1,7,osmand,2026-05-01 08:00:02,2026-05-01 08:00:00,2026-05-01 08:00:00,true,54.1,6.2,0.0,0.0,0.0,Am Meer, ohne Haus
2,7,osmand,2026-05-01 08:01:02,2026-05-01 08:01:00,2026-05-01 08:01:00,true,54.11,6.21,0.0,0.0,0.0,
`
const location = { _type: 'location', tid: 'AA', tst: first.seconds, lat: 54.1, lon: 6.2 }
const later = { ...location, tst: second.seconds, lat: 54.11, lon: 6.21 }
const recorder = [location, { _type: 'transition', event: 'enter' }, later]
  .map((message) => `2026-05-01T08:00:00Z\t*                 \t${JSON.stringify(message)}`)
  .join('\n')

describe('a file shows what it is by its content', () => {
  test.each([
    ['GPX 1.1', 'gpx', `<?xml version="1.0"?>\n<gpx version="1.1"><trk><trkseg>${gpxPoints}</trkseg></trk></gpx>`],
    ['GPX 1.0 with a mark before it', 'gpx', `\uFEFF<gpx version="1.0"><trk><trkseg>${gpxPoints}</trkseg></trk></gpx>`],
    ['the timeline of Android', 'google-timeline', JSON.stringify({ semanticSegments: segments, rawSignals: [] })],
    ['the timeline of an iPhone', 'google-timeline', JSON.stringify(minutesLater)],
    ['positions of Traccar', 'traccar', JSON.stringify(positions)],
    ['the table of Traccar', 'traccar', table],
    ['the list of OwnTracks’ recorder', 'owntracks', JSON.stringify({ count: 2, data: [location, later] })],
    ['a list of messages', 'owntracks', JSON.stringify([location, later], null, 2)],
    ['a message in each line', 'owntracks', `${JSON.stringify(location)}\n${JSON.stringify(later)}\n{"_type":"loc`],
    ['what OwnTracks’ recorder stores', 'owntracks', recorder],
  ])('%s', (_name, source, text) => {
    const file = read(text)
    expect(file).toMatchObject({ source, unreadable: 0, withoutTime: 0 })
    expect(file.recordings.flatMap(({ fixes }) => fixes)).toEqual([first, second])
  })

  test('a track has its name, and several are apart; waypoints and routes are nowhere that anybody was', () => {
    const track = (name: string) => `<trk><name>${name}</name><trkseg>${gpxPoints}</trkseg></trk>`
    const { recordings } = read(
      `<gpx><metadata><name>Datei</name></metadata><wpt lat="1" lon="1"><name>Ort</name></wpt><rte><rtept lat="1" lon="2"/></rte>${track('Nord &amp; Süd')}${track('')}</gpx>`,
    )
    expect(recordings.map(({ name, fixes }) => [name, fixes.length])).toEqual([
      ['Nord & Süd', 2],
      [null, 2],
    ])
  })

  test('points of several devices are apart', () => {
    const other = positions.map((position) => ({ ...position, deviceId: 8 }))
    expect(read(JSON.stringify([...positions, ...other])).recordings).toHaveLength(2)
    expect(read(JSON.stringify([location, { ...later, tid: 'BB' }])).recordings).toHaveLength(2)
  })
})

test('points without a place or a time are counted, and the others read', () => {
  const bad = [point('', '6.2', ''), point('91', '6.2', ''), point('0', '0', ''), point('54', '6', '')].join('')
  const file = read(`<gpx><trk><trkseg>${bad}${gpxPoints}</trkseg></trk></gpx>`)
  expect(file).toMatchObject({ unreadable: 3, withoutTime: 1 })
  expect(file.recordings[0]?.fixes).toHaveLength(2)
})

describe('what cannot be read is refused', () => {
  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['PK\u0003\u0004', 'archive'],
    ['Hallo, das bin ich.', 'not-tours'],
    ['{"locations":[{"latitudeE7":1}]}', 'not-tours'],
    ['[1,2,3]', 'not-tours'],
    ['[]', 'not-tours'],
    ['{"semanticSegments":[{"startTime":', 'cut-off'],
    ['{"semanticSegments":[}', 'not-tours'],
    ['<kml></kml>', 'not-gpx'],
    ['<gpx><trk>', 'cut-off'],
    ['<!doctype html><html></html>', 'html'],
    ['latitude,longitude\n1,2', 'not-tours'],
  ])('%j: %s', (text, fault) => {
    expect(() => read(text)).toThrow(FileMistake)
    expect(() => read(text)).toThrow(fault)
  })

  test('lists in lists, without being parsed; brackets in texts are none', () => {
    const nested = (deep: number) => '['.repeat(deep) + ']'.repeat(deep)
    expect([jsonOf(nested(50)), jsonOf(nested(51)), jsonOf('{"a":'.repeat(51) + '1' + '}'.repeat(51))]).toEqual([
      expect.any(Array),
      undefined,
      undefined,
    ])
    expect(() => read(nested(1_000))).toThrow('not-tours')
    const address = `\\"${'['.repeat(1_000)}`
    const position = { fixTime: '2026-05-01T08:00:00Z', latitude: 54, longitude: 8, deviceId: 1, address }
    expect(read(JSON.stringify([position])).recordings).toHaveLength(1)
  })

  test('more points than are read', () => {
    const row = `${table.split('\n')[1]}\n`
    expect(() => read(`${table.split('\n')[0]}\n${row.repeat(ownToursLimits.filePoints + 1)}`)).toThrow(TooManyPoints)
  })
})

test('a broken file is refused or read, and nothing else happens', () => {
  const random = randomFrom(7)
  const whole = [`<gpx><trk><trkseg>${gpxPoints}</trkseg></trk></gpx>`, JSON.stringify(segments), table, recorder]
  const noise = ['', '\u0000', '{', '}', '"', '<', '>', '&', ',', '\n', '°', 'geo:', '-1e999', 'null', '[[[', '\u2028']
  for (let round = 0; round < 4_000; round += 1) {
    let text = whole[round % whole.length] ?? ''
    for (let change = 0; change < 3; change += 1) {
      const at = Math.floor(random() * text.length)
      const removed = Math.floor(random() * 6)
      text = text.slice(0, at) + (noise[Math.floor(random() * noise.length)] ?? '') + text.slice(at + removed)
    }
    if (random() < 0.2) text = text.slice(0, Math.floor(random() * text.length))
    try {
      for (const fix of read(text).recordings.flatMap(({ fixes }) => fixes)) {
        expect(Object.values(fix).every(Number.isFinite)).toBe(true)
      }
    } catch (error) {
      expect(error).toBeInstanceOf(FileMistake)
    }
  }
})

test.each([
  ['2026-05-01T08:00:00Z', first.seconds],
  ['2026-05-01T08:00Z', first.seconds],
  ['2026-05-01 08:00:00', first.seconds],
  ['2026-05-01T10:00:00.999+02:00', first.seconds],
  ['2026-05-01T03:00:00-0500', first.seconds],
  ['2026-13-01T08:00:00Z', null],
  ['2026-05-01', null],
  ['gestern', null],
  [1_777_622_400, null],
  [undefined, null],
])('the time %j', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds)
})
