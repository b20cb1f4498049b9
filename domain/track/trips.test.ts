import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { fixAt, garage, ride, type Step } from '#domain/testing/ride.ts'
import { doubtsOf } from './outliers.ts'
import { inFixOrder } from './track.ts'
import { type Chapter, chaptersOf } from './trips.ts'

const noon = '2026-06-13T10:00:00Z'
const tenSeconds = 10_000
const out: Step = { kmh: 60, minutes: 20 }
const back: Step = { kmh: 60, minutes: 20, bearing: 225 }

/** `trip 20 km 20 min`: a chapter in short. */
function inShort(chapter: Chapter): string {
  const minutes = `${Math.round(chapter.durationMs / minuteMs)} min`
  if (chapter.kind === 'stop') return `stop ${minutes}`
  const km = `${Math.round(chapter.distanceMetres / 1000)} km`
  if (chapter.kind === 'gap') return `gap ${km} ${minutes}`
  const { pauses, gaps } = chapter
  return ['trip', km, minutes, pauses > 0 && `${pauses} pauses`, gaps > 0 && `${gaps} gaps`].filter(Boolean).join(' ')
}

/** A few hours of anything: standing, pushed, ridden, silent, with good fixes and bad ones. */
const days = fc.array(
  fc.record({
    kmh: fc.constantFrom(0, 0.5, 0.9, 1.1, 2, 4, 6, 15, 60, 130),
    minutes: fc.integer({ min: 1, max: 45 }),
    everyMs: fc.constantFrom(tenSeconds, minuteMs, 5 * minuteMs),
    drift: fc.constantFrom(0, 0, 10, 60, 150, 400),
    silent: fc.boolean(),
    bearing: fc.integer({ min: 0, max: 359 }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('a track has chapters', () => {
  it.each<[string, string, Step[], string[]]>([
    ['a ride is a trip', noon, [out], ['trip 20 km 20 min']],
    ['a ride with a fix every ten seconds', noon, [{ ...out, everyMs: tenSeconds }], ['trip 20 km 20 min']],
    ['a parked vehicle is one stop', noon, [{ kmh: 0, minutes: 300 }], ['stop 300 min']],
    ['a parked vehicle whose fixes drift is one stop', noon, [{ kmh: 0, minutes: 600, drift: 60 }], ['stop 600 min']],
    [
      'a parked vehicle that drifts as fast as it would ride is one stop',
      noon,
      [{ kmh: 0, minutes: 120, drift: 90, everyMs: tenSeconds }],
      ['stop 120 min'],
    ],
    [
      'a visit separates the way there from the way back',
      noon,
      [out, { kmh: 0, minutes: 60 }, back],
      ['trip 20 km 20 min', 'stop 60 min', 'trip 20 km 20 min'],
    ],
    ['a red light does not', noon, [out, { kmh: 0, minutes: 3 }, out], ['trip 40 km 43 min']],
    ['a fuel stop is a pause of the trip', noon, [out, { kmh: 0, minutes: 8 }, out], ['trip 40 km 48 min 1 pauses']],
    [
      'ten minutes at the pump are a stop',
      noon,
      [out, { kmh: 0, minutes: 12 }, out],
      ['trip 20 km 20 min', 'stop 12 min', 'trip 20 km 20 min'],
    ],
    [
      'a cellar without reception is a stop',
      noon,
      [out, { kmh: 0, minutes: 480, silent: true }, back],
      ['trip 20 km 20 min', 'stop 480 min', 'trip 20 km 20 min'],
    ],
    [
      'a tunnel belongs to the trip, but its length is not counted',
      noon,
      [out, { kmh: 60, minutes: 14, silent: true }, out],
      ['trip 40 km 54 min 1 gaps'],
    ],
    [
      'a ferry below deck is a gap between two trips',
      noon,
      [out, { kmh: 30, minutes: 120, silent: true }, out],
      ['trip 20 km 20 min', 'gap 60 km 120 min', 'trip 20 km 20 min'],
    ],
    ['a ferry on deck is ridden', noon, [out, { kmh: 30, minutes: 60 }, out], ['trip 70 km 100 min']],
    [
      'a gap that is too slow for a ride ends the trip, however short it is',
      noon,
      [out, { kmh: 2, minutes: 20, silent: true }, out],
      ['trip 20 km 20 min', 'gap 1 km 20 min', 'trip 20 km 20 min'],
    ],
    [
      'a gap before the first ride belongs to no trip, however fast it is',
      noon,
      [{ kmh: 0, minutes: 30 }, { kmh: 60, minutes: 14, silent: true }, out],
      ['stop 30 min', 'gap 14 km 14 min', 'trip 20 km 20 min'],
    ],
    [
      'nor does one after the last ride',
      noon,
      [out, { kmh: 60, minutes: 14, silent: true }, { kmh: 0, minutes: 30 }],
      ['trip 20 km 20 min', 'gap 14 km 14 min', 'stop 30 min'],
    ],
    [
      'nor does one between two stops',
      noon,
      [
        { kmh: 0, minutes: 30 },
        { kmh: 60, minutes: 14, silent: true },
        { kmh: 0, minutes: 30 },
      ],
      ['stop 30 min', 'gap 14 km 14 min', 'stop 30 min'],
    ],
    ['a ride over midnight is one trip', '2026-06-13T21:50:00Z', [out], ['trip 20 km 20 min']],
    [
      'the hour that is skipped in March does not make a trip longer',
      '2026-03-29T00:50:00Z',
      [out],
      ['trip 20 km 20 min'],
    ],
    [
      'the hour that comes twice in October does not change a trip',
      '2026-10-25T00:50:00Z',
      [out],
      ['trip 20 km 20 min'],
    ],
    ['a vehicle that is pushed across the yard makes no trip', noon, [{ kmh: 6, minutes: 1 }], ['stop 1 min']],
    [
      'standing too short for a stop at the edges of the range belongs to the trip',
      noon,
      [{ kmh: 0, minutes: 4 }, out, { kmh: 0, minutes: 4 }],
      ['trip 20 km 28 min'],
    ],
    [
      'but beside a stop it belongs to the stop',
      noon,
      [{ kmh: 0, minutes: 30 }, { kmh: 1, minutes: 7 }, out],
      ['stop 37 min', 'trip 20 km 20 min'],
    ],
    [
      'standing between two gaps is a stop, however short',
      noon,
      [
        { kmh: 60, minutes: 14, silent: true },
        { kmh: 0, minutes: 4 },
        { kmh: 60, minutes: 14, silent: true },
      ],
      ['gap 14 km 14 min', 'stop 4 min', 'gap 14 km 14 min'],
    ],
    [
      'half an hour at walking pace is a trip',
      noon,
      [{ kmh: 1.1, minutes: 30, everyMs: tenSeconds }],
      ['trip 1 km 30 min'],
    ],
    [
      'an hour in which a vehicle is pushed on and on is one trip, not a row of stops',
      noon,
      [{ kmh: 0.9, minutes: 60, everyMs: tenSeconds }],
      ['trip 1 km 60 min'],
    ],
    [
      'a vehicle that is pushed from where it was parked to where it is parked next makes a trip',
      noon,
      [
        { kmh: 0, minutes: 60, everyMs: tenSeconds },
        { kmh: 2, minutes: 15, everyMs: tenSeconds },
        { kmh: 0, minutes: 60, everyMs: tenSeconds },
      ],
      ['stop 62 min', 'trip 0 km 11 min', 'stop 62 min'],
    ],
  ])('%s', (_name, start, steps, chapters) => {
    expect(chaptersOf(ride(start, steps)).map(inShort)).toEqual(chapters)
  })

  it('and no minute is left out, whatever the vehicle does: each begins with the fix that ended the one before', () => {
    fc.assert(
      fc.property(days, (steps) => {
        const track = ride(noon, steps)
        const chapters = chaptersOf(track)
        const doubts = doubtsOf(track)
        const believed = track.flatMap((_, index) => (doubts.has(index) ? [] : [index]))
        fc.pre(believed.length > 1)
        expect(chapters[0]?.first).toBe(believed[0])
        expect(chapters.at(-1)?.last).toBe(believed.at(-1))
        for (const [index, chapter] of chapters.entries()) {
          if (index > 0) expect(chapter.first).toBe(chapters[index - 1]?.last)
          if (chapter.kind !== 'gap') continue
          expect(believed.filter((fix) => fix > chapter.first && fix < chapter.last)).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('and no trip has an average speed above its highest, whatever its tracker reports', () => {
    const reports = fc.constantFrom<(kmh: number) => number | undefined>(
      () => undefined,
      () => 0,
      (kmh) => kmh,
      (kmh) => kmh / 3.6,
      (kmh) => kmh / 1.852,
      (kmh) => (kmh > 50 ? undefined : kmh),
    )
    fc.assert(
      fc.property(days, reports, (steps, reported) => {
        const track = ride(noon, steps).map((fix, index, all) => {
          const before = all[index - 1] ?? fix
          const hours = (Date.parse(fix.recordedAt) - Date.parse(before.recordedAt)) / hourMs
          const speed = reported(hours === 0 ? 0 : distanceMetres(before, fix) / 1000 / hours)
          return { ...fix, ...(speed !== undefined && { speed }) }
        })
        for (const chapter of chaptersOf(track)) {
          if (chapter.kind !== 'trip') continue
          expect(chapter.maxKmh).not.toBeNull()
          expect(chapter.averageKmh ?? 0).toBeLessThanOrEqual(chapter.maxKmh ?? 0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('but none if it has no position or only one', () => {
    expect(chaptersOf([])).toEqual([])
    expect(chaptersOf([fixAt(garage, Date.parse(noon))])).toEqual([])
  })

  it('that do not depend on the order in which fixes of one moment came', () => {
    const straight = ride(noon, [out, { kmh: 0, minutes: 30, drift: 20 }, back])
    const twins = straight.map((fix) => ({ ...fix, ...destination(fix, 15, 90) }))
    const actual = chaptersOf(inFixOrder([...straight, ...twins]))
    expect(chaptersOf(inFixOrder([...twins, ...straight].toReversed()))).toEqual(actual)
    expect(actual.map(inShort)).toEqual(['trip 20 km 20 min', 'stop 30 min', 'trip 20 km 20 min'])
  })

  it('without doubted positions, which count in the indices', () => {
    const track = ride(noon, [out, { kmh: 0, minutes: 30 }])
    const jump: Position = fixAt(destination(garage, 90_000, 0), Date.parse(noon) + 30_000)
    const disturbed = inFixOrder([...track, jump])
    const [trip, stop] = chaptersOf(disturbed)
    expect(trip).toMatchObject({ kind: 'trip', first: 0, last: 21 })
    expect(stop).toMatchObject({ kind: 'stop', first: 21, last: 51 })
    expect(trip?.kind === 'trip' && trip.distanceMetres / 1000).toBeCloseTo(20, 1)
  })

  it('with the highest speed, and the average speed in motion', () => {
    const [trip] = chaptersOf(
      ride(noon, [
        { kmh: 40, minutes: 30 },
        { kmh: 0, minutes: 8 },
        { kmh: 100, minutes: 30 },
      ]),
    )
    expect(trip).toMatchObject({ kind: 'trip', movingMs: hourMs, pauses: 1 })
    expect(trip?.kind === 'trip' && trip.maxKmh).toBeCloseTo(100, 0)
    expect(trip?.kind === 'trip' && trip.averageKmh).toBeCloseTo(70, 0)
  })

  it.each([
    ['that is always 0', 0],
    ['in another unit', 1 / 3.6],
  ])('with measured speeds where the tracker reports one %s', (_name, factor) => {
    const track = ride(noon, [{ ...out, everyMs: tenSeconds }]).map((fix) => ({ ...fix, speed: 60 * factor }))
    const [trip] = chaptersOf(track)
    expect(trip?.kind === 'trip' && trip.averageKmh).toBeCloseTo(60, 0)
    expect(trip?.kind === 'trip' && trip.maxKmh).toBeCloseTo(60, 0)
  })

  it('with the speed that the tracker reported, if it reported one', () => {
    const track = ride(noon, [out]).map((fix, index) => ({ ...fix, speed: index === 7 ? 83 : 60 }))
    expect(chaptersOf(track)).toMatchObject([{ maxKmh: 83 }])
  })
})

test.each([
  ['at the end', (track: Position[]) => [...track, { ...leapAfter(track), latitude: -90 }]],
  [
    'at the beginning',
    (track: Position[]) => [{ ...leapAfter(track), latitude: -90, recordedAt: '2026-06-01T09:59:00.000Z' }, ...track],
  ],
])('a leap to the pole %s is no trip', (_name, withLeap) => {
  const track = ride('2026-06-01T10:00:00.000Z', [{ kmh: 60, minutes: 20 }])
  const leapt = chaptersOf(withLeap(track)).filter(({ kind }) => kind === 'trip')
  expect(leapt.map((trip) => trip.kind === 'trip' && Math.round(trip.distanceMetres / 1000))).toEqual([20])
})

test('a vehicle that stands at the antimeridian stands there, and not in Greenwich', () => {
  const track = ride('2026-06-01T10:00:00.000Z', [{ kmh: 0, minutes: 60, drift: 5 }]).map((fix, index) => ({
    ...fix,
    longitude: index % 2 === 0 ? 179.99999 : -179.99999,
  }))
  const [stop] = chaptersOf(track)
  expect(stop?.kind === 'stop' && Math.abs(stop.place.longitude)).toBeCloseTo(180, 3)
})

function leapAfter(track: readonly Position[]): Position {
  const last = track.at(-1)
  if (last === undefined) throw new Error('a ride has fixes')
  return { ...last, recordedAt: new Date(Date.parse(last.recordedAt) + 60_000).toISOString() }
}

const recordings = join(process.env['SHARED_DIR'] ?? '../shared', 'data/gpx')

test.skipIf(!existsSync(recordings)).each([
  ['car_hannover_2016-12-28_1hz', ['trip 4 km 13 min']],
  ['gpsbabel_sbn-v13', ['trip 37 km 59 min']],
  ['gpsbabel_garmin_xt_strk', ['trip 3 km 6 min', 'gap 1 km 963 min', 'trip 9 km 38 min']],
])('the recording %s has the chapters of the real ride', (name, chapters) => {
  expect(chaptersOf(inFixOrder(recorded(name))).map(inShort)).toEqual(chapters)
})

function recorded(name: string): Position[] {
  const document = readFileSync(join(recordings, `${name}.gpx`), 'utf8')
  const points = document.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">[\s\S]*?<time>([^<]+)/g)
  return [...points].map(([, latitude, longitude, time = '']) => ({
    latitude: Number(latitude),
    longitude: Number(longitude),
    recordedAt: new Date(time).toISOString(),
  }))
}
