import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { unknownWeather } from '#domain/riding/weather-areas.ts'
import { destination } from '#domain/geo/geo.ts'
import { inRows } from './hazard-rows.ts'
import type { Hazard } from './hazards.ts'
import type { RidingFix } from './motion.ts'
import { roadLineText } from './road-line.ts'
import { newRide, rideOn, warnedMetres, type Warning } from './warning.ts'

const start: Place = { latitude: 52.39, longitude: 9.73 }
const east = (metres: number, north = 0): Place => destination(destination(start, metres, 90), north, 0)
const hazard = (place: Place, more: Partial<Hazard> = {}): Hazard => ({
  id: 'h',
  type: 'Obstacle',
  direction: null,
  isReported: false,
  line: null,
  conditions: null,
  ...place,
  ...more,
})

interface Leg {
  seconds: number
  kmh: number
  course: number
}

/** A fix each second along some legs, without errors. */
function along(legs: readonly Leg[], accuracy = 8): RidingFix[] {
  const fixes: RidingFix[] = []
  let place = start
  for (const { seconds, kmh, course } of legs) {
    for (let second = 0; second < seconds; second += 1) {
      fixes.push({ ...place, at: fixes.length * 1000, accuracy, speed: kmh / 3.6, course })
      place = destination(place, kmh / 3.6, course)
    }
  }
  return fixes
}

function ridden(fixes: readonly RidingFix[], ...tiles: (readonly Hazard[])[]): (Warning & { second: number })[] {
  const known = tiles.map(inRows)
  let ride = newRide
  return fixes.flatMap((fix) => {
    const next = rideOn(ride, known, fix, unknownWeather)
    ride = next.ride
    return next.warnings.map((warning) => ({ ...warning, second: fix.at / 1000 }))
  })
}

const straight = (kmh: number, seconds = 120): Leg[] => [{ seconds, kmh, course: 90 }]

describe('on a straight road', () => {
  test.each([
    [30, 12, 14],
    [50, 12, 15],
    [90, 13, 16],
    [130, 14, 17],
  ])('at %i km/h a hazard is told %i to %i seconds before', (kmh, least, most) => {
    const metres = 1500
    const [warning, ...more] = ridden(along(straight(kmh, 220)), [hazard(east(metres))])
    const lead = metres / (kmh / 3.6) - (warning?.second ?? NaN)
    expect(lead).toBeGreaterThanOrEqual(least)
    expect(lead).toBeLessThanOrEqual(most)
    expect(more).toEqual([])
  })

  test('a hazard on the edge of two tiles is told once', () => {
    const hazards = [hazard(east(1000))]
    expect(ridden(along(straight(50)), hazards, hazards)).toHaveLength(1)
  })

  test.each<[string, Place, Partial<Hazard>, boolean]>([
    ['on the way', east(1000, 5), {}, true],
    ['60 m beside', east(1000, 60), {}, false],
    ['120 m beside', east(1000, -120), {}, false],
    ['behind', east(-200), {}, false],
    ['for the opposite lane', east(1000, 8), { direction: 270 }, false],
    ['for this lane', east(1000, 8), { direction: 95 }, true],
    ['on a bridge across', east(1000), { direction: 0 }, false],
  ])('a hazard %s: warned is %o', (_, place, more, expected) => {
    expect(ridden(along(straight(70)), [hazard(place, more)]).length > 0).toBe(expected)
  })

  test.each([
    [60, 'left'],
    [-60, 'right'],
    [0, 'ahead'],
  ] as const)('a hazard %i m to the north of an eastward ride with a rough receiver is %s', (north, side) => {
    const [warning] = ridden(along(straight(70), 60), [hazard(east(1000, north))])
    expect(warning?.side).toBe(side)
  })
})

test('nothing is told beyond a turn', () => {
  const legs = [
    { seconds: 60, kmh: 50, course: 90 },
    { seconds: 60, kmh: 50, course: 0 },
  ]
  const corner = 60 * (50 / 3.6)
  expect(ridden(along(legs), [hazard(east(corner + 250))])).toEqual([])
})

test('what comes after a turn is told when the turn is ridden', () => {
  const legs = [
    { seconds: 60, kmh: 40, course: 90 },
    { seconds: 60, kmh: 40, course: 0 },
  ]
  const corner = 60 * (40 / 3.6)
  const [warning] = ridden(along(legs), [hazard(destination(east(corner), 80, 0))])
  expect(60 + 80 / (40 / 3.6) - (warning?.second ?? NaN)).toBeGreaterThanOrEqual(4)
})

test('a red light before the hazard does not repeat the warning', () => {
  const legs = [...straight(50, 40), { seconds: 60, kmh: 0, course: 90 }, ...straight(50, 30)]
  const light = 40 * (50 / 3.6)
  const warnings = ridden(along(legs), [hazard(east(light + 40))])
  expect(warnings.map(({ second }) => second < 40)).toEqual([true])
})

test('passed, turned round and passed again after 90 seconds, it is told once', () => {
  const legs = [...straight(50, 90), { seconds: 90, kmh: 50, course: 270 }]
  expect(ridden(along(legs), [hazard(east(600))])).toHaveLength(1)
})

test('on another approach from far away, ten minutes later, it is told again', () => {
  const legs = [...straight(90, 200), { seconds: 200, kmh: 90, course: 270 }]
  expect(ridden(along(legs), [hazard(east(600))])).toHaveLength(2)
})

test('neither parked nor pushed is anything told', () => {
  expect(ridden(along([{ seconds: 600, kmh: 0, course: 90 }]), [hazard(east(30))])).toEqual([])
  expect(ridden(along([{ seconds: 60, kmh: 5, course: 90 }]), [hazard(east(60))])).toEqual([])
})

test('a receiver that jumps beside a hazard for three seconds tells nothing', () => {
  const fixes = along(straight(50)).map((fix, second) =>
    second >= 40 && second < 43 ? { ...fix, ...destination(fix, 150, 0) } : fix,
  )
  expect(ridden(fixes, [hazard(east(40 * (50 / 3.6) + 60, 150))])).toEqual([])
})

test('a position in each five seconds is enough', () => {
  const fixes = along(straight(90)).filter((_, second) => second % 5 === 0)
  const [warning] = ridden(fixes, [hazard(east(2000))])
  expect(80 - (warning?.second ?? NaN)).toBeGreaterThanOrEqual(8)
})

test('a faster rider is told from farther away', () => {
  expect([0, 50, 100, 200].map((kmh) => Math.round(warnedMetres(kmh / 3.6)))).toEqual([25, 183, 399, 929])
})

test('the beginning of the ride across the antimeridian is like any other', () => {
  const there = { latitude: -17, longitude: 179.995 }
  const fixes = Array.from({ length: 60 }, (_, second) => ({
    ...destination(there, 20 * second, 90),
    at: second * 1000,
    accuracy: 8,
    speed: 20,
    course: 90,
  })).map((fix) => ({ ...fix, longitude: fix.longitude > 180 ? fix.longitude - 360 : fix.longitude }))
  const beyond = destination(there, 900, 90)
  expect(ridden(fixes, [hazard({ ...beyond, longitude: beyond.longitude - 360 })])).toHaveLength(1)
})

test('a hotspot of the dark is told in the dark only, with its reason', () => {
  // The fixes are of the night of 1970-01-01.
  const dark = ridden(along(straight(70)), [hazard(east(1000), { conditions: ['dark'] })])
  expect(dark.map(({ reasons }) => reasons)).toEqual([{ conditions: ['dark'], isSure: true }])
  expect(ridden(along(straight(70)), [hazard(east(1000), { conditions: ['dusk'] })])).toEqual([])
})

describe('where the line of the hazard’s road is known', () => {
  const road = (north: number) => [east(0, north), east(1000, north), east(2000, north)]
  const onRoad = (north: number, more: Partial<Hazard> = {}) => {
    const place = east(1000, north)
    return hazard(place, { line: roadLineText(road(north), place), ...more })
  }

  test.each<[string, Hazard, boolean]>([
    ['on it', onRoad(3), true],
    ['on the parallel road, 30 m beside', onRoad(30), false],
    ['on the parallel road, 60 m beside', onRoad(60), false],
    ['on it, for this lane', onRoad(3, { direction: 80 }), true],
    ['on it, for the opposite lane', onRoad(3, { direction: 260 }), false],
    ['with a line that has come to nothing', onRoad(3, { line: 'ä' }), true],
  ])('a hazard %s: warned is %o', (_, place, expected) => {
    expect(ridden(along(straight(70)), [place]).length > 0).toBe(expected)
  })

  test('a hazard behind is not told, though the line comes by', () => {
    const place = east(200)
    const behind = hazard(place, { line: roadLineText(road(0), place) })
    expect(ridden(along(straight(70)).slice(20), [behind])).toEqual([])
  })

  test('it is told before the bend beyond which it lies, and is not without the line', () => {
    const legs = [
      { seconds: 60, kmh: 60, course: 90 },
      { seconds: 30, kmh: 60, course: 20 },
    ]
    const corner = east(1000)
    const place = destination(corner, 90, 20)
    const line = roadLineText([start, corner, destination(corner, 500, 20)], place)
    const leads = [line, null].map((each) => {
      const [warning] = ridden(along(legs), [hazard(place, { line: each })])
      return 60 + 90 / (60 / 3.6) - (warning?.second ?? Infinity)
    })
    expect(leads[0]).toBeGreaterThanOrEqual(12)
    expect(leads[1]).toBeLessThan(8)
  })

  test.each([
    [20, 'bend'],
    [80, 'ahead'],
  ])('behind a bend, where the road leads to %i degrees: it is said to lie „%s“', (course, side) => {
    const corner = east(1000)
    const place = destination(corner, 60, course)
    const line = roadLineText([start, corner, destination(corner, 500, course)], place)
    expect(ridden(along(straight(80)), [hazard(place, { line })]).map((warning) => warning.side)).toEqual([side])
    expect(ridden(along(straight(80)), [hazard(place)]).map((warning) => warning.side)).not.toContain('bend')
  })

  test('at a crossing those are told who come by a road whose line is known, and nobody who comes by another or leaves', () => {
    const crossing = east(1000)
    const arms = { west: east(400), north: east(1000, 600) }
    const hotspot = hazard(crossing, {
      lines: Object.values(arms).map((end) => roadLineText([end, crossing], crossing) ?? ''),
    })
    const rideFrom = (bearing: number, towards: number) =>
      along(straight(70), 8).map((fix, second) => ({
        ...fix,
        ...destination(destination(crossing, 800, bearing), (70 / 3.6) * second, towards),
        course: towards,
      }))
    expect(ridden(rideFrom(270, 90), [hotspot])).toHaveLength(1)
    expect(ridden(rideFrom(0, 180), [hotspot])).toHaveLength(1)
    expect(ridden(rideFrom(120, 300).slice(0, 38), [hotspot])).toEqual([])
    expect(ridden(rideFrom(270, 270), [hotspot])).toEqual([])
  })

  test('before its known beginning the way has to lead there, as on a motorway whose line begins at the hazard', () => {
    const begins = (north: number) => {
      const place = east(1000, north)
      return hazard(place, { direction: 90, line: roadLineText([place, east(1400, north)], place) })
    }
    const [warning] = ridden(along(straight(70)), [begins(3)])
    expect(1000 / (70 / 3.6) - (warning?.second ?? NaN)).toBeGreaterThanOrEqual(12)
    expect(ridden(along(straight(70)), [begins(90)])).toEqual([])
  })
})
