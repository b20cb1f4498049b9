import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckedRoute, RouteItem } from '#contract/route-check/route-check.ts'
import { passedItem } from '#domain/testing/route-items.ts'
import { readGpx } from './gpx-reading.ts'
import { routeGpx } from './route-gpx.ts'

const at = '2026-11-23T08:00:00Z'
const pieces = [
  [
    { latitude: 49, longitude: 8.4 },
    { latitude: 49.1, longitude: 8.4 },
  ],
  [
    { latitude: 49.1, longitude: 180 },
    { latitude: 49.2, longitude: 179.99 },
  ],
]

const item = (poiType: RouteItem['poi']['poiType'], km: number, note: string) =>
  passedItem({
    alongMetres: km * 1000,
    poi: { id: poiType, poiType, latitude: 49 + km / 111, createdAt: at, updatedAt: at },
    details: { attribution: '© "t" & Co', fetchedAt: at, note },
  })

const checked: CheckedRoute = {
  lengthMetres: 22_000,
  truncated: false,
  sources: [],
  ride: {
    departure: { at, averageKmh: 60 },
    arrivesAt: at,
    sunrise: null,
    sunset: null,
    dark: [],
    glare: [],
    leftOut: { items: 0, warnings: 0 },
  },
  items: [item('LongTermRoadwork', 3, 'A < B & "C"\u0000'), item('SpeedControl', 9, 'Blitzer')],
  closures: [],
  warnings: [
    {
      ranges: [{ from: 5560, to: 9000 }],
      warning: {
        id: 'storm',
        warningType: 'STURM',
        regionName: 'Kreis',
        latitude: 49,
        longitude: 8.4,
        validFrom: at,
        validUntil: null,
        warningLevel: 2,
        headline: 'WARNUNG vor STURM',
        description: '',
        instruction: null,
        attribution: '© DWD',
        aboveMetres: null,
        belowMetres: null,
      },
    },
  ],
}
const written = (withCameras: boolean, route = checked) =>
  routeGpx({
    name: 'Haus & Hof',
    pieces,
    checked: route,
    withCameras,
    nameOf: ({ poi }) => poi.poiType,
    nameOfClosure: (road) => `gesperrt ${road}`,
  })
const namesIn = (document: string) => [...document.matchAll(/<wpt [^>]*><name>([^<]*)/g)].map(([, name]) => name)

test('warnings and entries are waypoints in the order of the ride; cameras only by choice', () => {
  expect(namesIn(written(false))).toEqual(['LongTermRoadwork', 'WARNUNG vor STURM'])
  expect(written(false)).not.toContain('Blitzer')
  expect(namesIn(written(true))).toEqual(['LongTermRoadwork', 'WARNUNG vor STURM', 'SpeedControl'])
})

test('a warning stands where its part of the route begins, and each waypoint says when it is passed', () => {
  expect(written(false)).toContain('<wpt lat="49.050002" lon="8.400000"><name>WARNUNG vor STURM</name>')
  expect(written(false)).toContain('<cmt>gegen 09:03 Uhr</cmt>')
  expect(written(false, { ...checked, ride: null })).not.toContain('<cmt>')
})

test('a closed road is a waypoint where it begins, unless it is open when the ride passes', () => {
  const closure = {
    id: 'way/1',
    name: 'L 564',
    rules: [{ access: 'closed' as const, condition: 'Sa,Su' }],
    attribution: '© OSM',
    range: { from: 100, to: 500 },
  }
  const withAccess = (access: 'closed' | 'open') => written(false, { ...checked, closures: [{ ...closure, access }] })
  expect(namesIn(withAccess('closed'))).toContain('gesperrt L 564')
  expect(withAccess('closed')).toContain('<desc>gesperrt: Sa und So; sonst offen</desc>')
  expect(namesIn(withAccess('open'))).not.toContain('gesperrt L 564')
})

test('what is written is read again as the same line', () => {
  expect(readGpx(written(true))).toMatchObject({
    read: { lines: [{ kind: 'track', name: 'Haus & Hof', pieces: [pieces[0], [{ longitude: -180 }, {}]] }] },
  })
})

const schema = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data/gpx/gpx.xsd')
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

test.skipIf(!hasXmllint || !existsSync(schema))('it is valid against the schema (needs xmllint and the schema)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-route-'))
  const file = join(folder, 'route.gpx')
  writeFileSync(file, written(true))
  const verdict = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, file], { encoding: 'utf8' })
  expect(verdict.stderr).toBe(`${file} validates\n`)
  rmSync(folder, { recursive: true })
})
