import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { readGpx, ridableLines } from './gpx-reading.ts'

const folder = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data/gpx')
const cases = join(folder, 'cases')

const gpx = (content: string) => `<?xml version="1.0"?>\n<gpx version="1.1" creator="t">\n${content}\n</gpx>`

function documentOf(text: string) {
  const reading = readGpx(text)
  if ('mistake' in reading) throw new Error(JSON.stringify(reading.mistake))
  return reading.read
}

function mistakeOf(text: string) {
  const reading = readGpx(text)
  if ('read' in reading) return null
  const { fault, line, element } = reading.mistake
  return { fault, line, element }
}

test('a track comes with its name and its segments, empty ones left out', () => {
  const text = gpx(`<trk><name> Rund um &amp; <![CDATA[<Bühl>]]> </name>
    <trkseg><trkpt lat="48.7" lon="8.1"><ele>NaN</ele><name>TP1</name></trkpt><trkpt lat='48.8' lon='8.2'/></trkseg>
    <trkseg></trkseg><trkseg><trkpt lat="-0.0" lon="1e-7"/></trkseg></trk>`)
  expect(documentOf(text).lines).toEqual([
    {
      kind: 'track',
      name: 'Rund um & <Bühl>',
      pieces: [
        [
          { latitude: 48.7, longitude: 8.1 },
          { latitude: 48.8, longitude: 8.2 },
        ],
        [{ latitude: 0, longitude: 1e-7 }],
      ],
    },
  ])
})

test('a route of a planner includes the points of the road between its own', () => {
  const text = gpx(`<rte><name>Höhenstraße</name><rtept lat="48" lon="8"><name>Start</name><extensions>
    <gpxx:RoutePointExtension xmlns:gpxx="x"><gpxx:rpt lat="48.1" lon="8.1"/></gpxx:RoutePointExtension>
    </extensions></rtept><rtept lat="48.2" lon="8.2"/></rte>`)
  const [line] = documentOf(text).lines
  expect(line?.name).toBe('Höhenstraße')
  expect(line?.pieces.map((piece) => piece.map(({ latitude }) => latitude))).toEqual([[48, 48.1, 48.2]])
})

test('waypoints make a line if there is no other', () => {
  const waypoints = '<wpt lat="48" lon="8"><name>Start</name></wpt><wpt lat="49" lon="8"/>'
  const document = documentOf(gpx(waypoints))
  expect(ridableLines(document)).toMatchObject([{ kind: 'waypoints', name: null, pieces: [document.waypoints] }])
  const track = '<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="2"/></trkseg></trk>'
  expect(ridableLines(documentOf(gpx(waypoints + track))).map(({ kind }) => kind)).toEqual(['track'])
})

describe('what another line of the file draws more closely comes last', () => {
  const point = (element: string, latitude: number) => `<${element} lat="${latitude}" lon="8"/>`
  const route = (name: string, ...latitudes: number[]) =>
    `<rte><name>${name}</name>${latitudes.map((latitude) => point('rtept', latitude)).join('')}</rte>`
  const track = (name: string, ...latitudes: number[]) =>
    `<trk><name>${name}</name><trkseg>${latitudes.map((latitude) => point('trkpt', latitude)).join('')}</trkseg></trk>`
  test.each<{ what: string; lines: string[]; order: string[] }>([
    {
      what: 'a route of stops and a track of its road',
      lines: [route('A', 48, 49), track('A', 48, 48.5, 49)],
      order: ['track A 3', 'route A 2'],
    },
    {
      what: 'a track that begins on the road before the house',
      lines: [route('A', 48, 49), track('B', 48.004, 48.5, 48.996)],
      order: ['track B 3', 'route A 2'],
    },
    {
      what: 'a thinned and a whole track of one name',
      lines: [track('A', 48, 49), track('A', 48, 48.5, 49)],
      order: ['track A 3', 'track A 2'],
    },
    {
      what: 'a route with its road, and a thinned track',
      lines: [track('A', 48, 49), route('A', 48, 48.3, 48.6, 49)],
      order: ['route A 4', 'track A 2'],
    },
    {
      what: 'two days as routes and as tracks',
      lines: [route('1', 48, 49), route('2', 49, 48), track('1', 48, 48.5, 49), track('2', 49, 48.5, 48.2, 48)],
      order: ['track 1 3', 'track 2 4', 'route 1 2', 'route 2 2'],
    },
    {
      what: 'two rounds from home: two tours, in their order',
      lines: [track('Samstag', 48, 48.5, 48), track('Sonntag', 48, 47.5, 47, 48)],
      order: ['track Samstag 3', 'track Sonntag 4'],
    },
    {
      what: 'a track that ends elsewhere',
      lines: [route('A', 48, 49), track('A', 48, 48.2, 48.5)],
      order: ['route A 2', 'track A 3'],
    },
    {
      what: 'the way back',
      lines: [route('A', 48, 49), track('A', 49, 48.5, 48)],
      order: ['route A 2', 'track A 3'],
    },
  ])('$what', ({ lines, order }) => {
    const found = ridableLines(documentOf(gpx(lines.join(''))))
    expect(found.map(({ kind, name, pieces }) => `${kind} ${name} ${pieces.flat().length}`)).toEqual(order)
  })

  test('but not among more lines than any planner writes: each would be compared with each', () => {
    const place = (latitude: number) => ({ latitude, longitude: 8 })
    const coarse = { kind: 'route' as const, name: 'A', pieces: [[place(48), place(49)]] }
    const close = { kind: 'track' as const, name: 'A', pieces: [[place(48), place(48.5), place(49)]] }
    const kindsOf = (most: number) => {
      const lines = [coarse, ...Array.from({ length: most - 1 }, () => close)]
      return ridableLines({ lines, waypoints: [] }).map(({ kind }) => kind)
    }
    expect(kindsOf(routeCheckLimits.comparedLines).at(-1)).toBe('route')
    expect(kindsOf(routeCheckLimits.comparedLines + 1)[0]).toBe('route')
  })
})

test('only a line with two points can be ridden along', () => {
  const point = '<trkpt lat="48" lon="8"/>'
  const text = gpx(`<trk><trkseg>${point}</trkseg></trk><trk><trkseg>${point}</trkseg><trkseg>${point}</trkseg></trk>`)
  expect(ridableLines(documentOf(text))).toHaveLength(1)
  expect(ridableLines(documentOf(gpx('')))).toEqual([])
})

const two = (element: string) => `<${element} lat="48" lon="8"/><${element} lat="48.1" lon="8"/>`

test.each([
  ['a track', `<trk><trkseg>${two('trkpt')}</trkseg></trk>`, ['track 2']],
  ['a track in two pieces', `<trk><trkseg>${two('trkpt')}</trkseg><trkseg>${two('trkpt')}</trkseg></trk>`, ['track 4']],
  ['a route', `<rte>${two('rtept')}</rte>`, ['route 2']],
  [
    'a route with the road between its points',
    `<rte><rtept lat="48" lon="8"><extensions>${two('rpt')}</extensions></rtept></rte>`,
    ['route 3'],
  ],
  ['waypoints alone', two('wpt'), ['waypoints 2']],
  ['waypoints beside a track', `${two('wpt')}<trk><trkseg>${two('trkpt')}</trkseg></trk>`, ['track 2']],
  ['a waypoint', '<wpt lat="48" lon="8"/>', []],
  ['a track of one point', '<trk><trkseg><trkpt lat="48" lon="8"/></trkseg></trk>', []],
  ['an empty track', '<trk><trkseg/></trk>', []],
  ['points of the road outside a route', `<extensions>${two('rpt')}</extensions>`, []],
  ['bounds and metadata', '<metadata><bounds minlat="48" minlon="8" maxlat="49" maxlon="9"/></metadata>', []],
])('of %s come these lines: %s', (_kind, content, lines) => {
  const found = ridableLines(documentOf(gpx(content)))
  expect(found.map(({ kind, pieces }) => `${kind} ${pieces.flat().length}`)).toEqual(lines)
})

test.each([
  ['nothing', ' \n', { fault: 'empty', line: 1, element: null }],
  ['a web page', '<!DOCTYPE html><html><body>Bitte anmelden', { fault: 'html', line: 1, element: null }],
  ['a web page without a doctype', '\n<html lang="de"><head>', { fault: 'html', line: 2, element: 'html' }],
  ['a table', 'lat,lon\n48,8', { fault: 'not-xml', line: 1, element: null }],
  ['another XML', '<kml></kml>', { fault: 'not-gpx', line: 1, element: 'kml' }],
  ['a file cut off between tags', '<gpx>\n<trk>\n<trkseg>', { fault: 'cut-off', line: 3, element: 'trkseg' }],
  ['a file cut off in a tag', '<gpx>\n<trk>\n<trkpt lat="4', { fault: 'cut-off', line: 3, element: 'trk' }],
  ['a file cut off in a comment', '<gpx>\n<!-- ab', { fault: 'cut-off', line: 2, element: 'gpx' }],
  ['tags that cross', '<gpx>\n<trk></gpx>', { fault: 'unclosed', line: 2, element: 'gpx' }],
  ['two roots', '<gpx></gpx>\n<gpx></gpx>', { fault: 'malformed', line: 2, element: 'gpx' }],
  ['a broken attribute', '<gpx>\n<wpt lat=48 lon=8></wpt></gpx>', { fault: 'malformed', line: 2, element: 'gpx' }],
  ['entities of its own', '<!DOCTYPE gpx [<!ENTITY a "b">]>\n<gpx/>', { fault: 'doctype', line: 1, element: null }],
  ['an entity it does not know', gpx('<trk><name>&a;</name></trk>'), { fault: 'entity', line: 3, element: 'name' }],
  ['a comma in a coordinate', gpx('<wpt lat="48,1" lon="8"/>'), { fault: 'coordinate', line: 3, element: 'wpt' }],
  ['a missing coordinate', gpx('<rte><rtept lat="48"/></rte>'), { fault: 'coordinate', line: 3, element: 'rtept' }],
] as const)('%s is refused with its place', (_name, text, mistake) => {
  expect(mistakeOf(text)).toEqual(mistake)
})

describe.skipIf(!existsSync(cases))(`the documents of ${cases}`, () => {
  // Most mistakes in them do not matter for the line; a latitude of 91 does.
  test.each(existsSync(cases) ? readdirSync(cases) : [])('%s', (name) => {
    const text = readFileSync(join(cases, name), 'utf8')
    if (name === 'bad-lat-91.gpx') expect(mistakeOf(text)).toMatchObject({ fault: 'coordinate', element: 'trkpt' })
    else expect(documentOf(text).lines).toHaveLength(name === 'ok-no-trk.gpx' ? 0 : 1)
  })
})

describe.skipIf(!existsSync(folder))(`the recordings of ${folder}`, () => {
  test.each([
    ['car_hannover_2016-12-28_1hz.gpx', 1, 781],
    ['gpsbabel_garmin_xt_strk.gpx', 2, 958],
    ['gpsbabel_mtk_logger_m241_multiple_tracks.gpx', 6, 14_263],
    ['gpsbabel_sbn-v13.gpx', 1, 3453],
  ])('%s has %i tracks with %i points', (name, tracks, points) => {
    const { lines } = documentOf(readFileSync(join(folder, name), 'utf8'))
    expect([lines.length, lines.flatMap(({ pieces }) => pieces.flat()).length]).toEqual([tracks, points])
  })

  test('any of them, cut off anywhere, is reported as cut off', () => {
    const text = readFileSync(join(folder, 'car_hannover_2016-12-28_1hz.gpx'), 'utf8').slice(0, 3000)
    for (let end = 60; end < text.length; end += 1) expect(mistakeOf(text.slice(0, end))?.fault).toBe('cut-off')
  })
})
