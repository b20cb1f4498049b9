import { expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { inRows } from './hazard-rows.ts'
import type { Hazard } from './hazards.ts'
import { moved, type Motion } from './motion.ts'
import { passedAt } from './passed.ts'
import type { RidingWeather } from './weather-areas.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const noon = Date.parse('2026-06-24T10:00:00Z')
const calm: RidingWeather = { status: 'ok', areas: [] }

/** So many metres along the way to the east, and beside it to the south. */
const at = (metres: number, beside = 0) => destination(destination(start, metres, 90), beside, 180)

/** A line along the way, so many metres beside it. */
const roadBeside = (beside: number) => textOfLine([at(0, beside), at(600, beside)])

/** It leaves the way before the ride begins, and comes back from aside. */
const turnedOff = textOfLine([at(-600, -100), at(-300), at(-100), at(-100, 200), at(200, 200), at(200, 40)])

function hazard(change: Partial<Hazard>): Hazard {
  const facts = { id: 'h', type: 'Obstacle', direction: null, isReported: true, line: null, conditions: null } as const
  return { ...facts, ...at(200), ...change }
}

/** What a ride to the east at 20 m/s comes past, by the second in which it is noted. */
function passedBy(one: Hazard, { everySeconds = 1, kmh = 72 } = {}): number[] {
  let motion: Motion | null = null
  const seconds: number[] = []
  for (let second = 0; second <= 20; second += everySeconds) {
    const place = at((second * kmh) / 3.6)
    motion = moved(motion, { ...place, at: noon + second * 1000, accuracy: 8, speed: kmh / 3.6, course: 90 })
    if (motion !== null && passedAt(motion, [inRows([one])], calm).length > 0) seconds.push(second)
  }
  return seconds
}

test.each([
  ['a hazard on the way is passed once it is behind', hazard(at(205)), true],
  ['one 45 m beside the way, of whose road nothing is known, is passed', hazard(at(205, 45)), true],
  ['one 55 m beside the way is not', hazard(at(205, 55)), false],
  ['one of the other direction is not', hazard({ direction: 270 }), false],
  ['one of this direction is', hazard({ direction: 90 }), true],
  ['one on a road 30 m beside is not', hazard({ ...at(205, 30), line: roadBeside(30) }), false],
  ['one beside its road on which the ride is, is passed', hazard({ ...at(205, 30), line: roadBeside(0) }), true],
  [
    'one whose road went along the way only before it turned off is not',
    hazard({ ...at(200, 40), line: turnedOff }),
    false,
  ],
  ['one against the direction of its road is not', hazard({ line: roadBeside(0), direction: 270 }), false],
  ['one at the end of the line of its arm is passed', hazard({ lines: [textOfLine([at(0), at(200)])] }), true],
  ['a hotspot by day is not, if accidents come at night', hazard({ conditions: ['dark'] }), false],
  ['a hotspot by day is, if they come at any time', hazard({ conditions: null }), true],
  ['one that lies ahead still is not', hazard(at(900)), false],
])('%s', (_, one, isPassed) => {
  expect(passedBy(one).length > 0).toBe(isPassed)
})

test('between two fixes that lie far apart it is passed, too', () => {
  expect(passedBy(hazard(at(110)), { everySeconds: 4 })).toEqual([8])
})

test('who pushes or stands passes nothing', () => {
  expect(passedBy(hazard(at(10)), { kmh: 4 })).toEqual([])
})
