import { expect, test } from 'vitest'
import type { Guard } from './guard.ts'
import { ridingSince } from './late-ride.ts'
import { judgeFix } from './movement.ts'
import { pauseAt } from './pauses.ts'
import { after, alarmed, fix } from './testing/guarded-vehicle.ts'

type Moment = readonly [metres: number, minutes: number]
const going = (from: number, to: number, metres: number, step: number): Moment[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [metres + index * step, from + index])
const standing = (from: number, to: number, metres: number) => going(from, to, metres, 0)
const { latitude, longitude } = fix(40_000, 0)

/** Tapped after 20 minutes, and come when the armed alarm has judged these fixes already. */
function comeAfter(moments: readonly Moment[], minutes: number, homes = [{ latitude, longitude }]) {
  const fixes = moments.map(([metres, at]) => fix(metres, at))
  const judged = fixes.reduce<Guard>((guard, one) => judgeFix('THEFT', guard, [], one, one.recordedAt).guard, alarmed)
  const now = after(minutes)
  const { guard, answersUntil } = ridingSince(judged, homes, fixes, { tappedAt: after(20), now })
  return { guard, answersUntil, judged, pause: pauseAt(guard, now) }
}

const parked = standing(10, 20, 0)
const out = going(21, 60, 1_000, 1_000)

test.each<[string, Moment[], number]>([
  ['nothing has come since', parked, 25],
  ['the vehicle still stands', [...parked, ...standing(21, 30, 3)], 31],
  ['it is on its way', [...parked, ...out], 61],
  ['it is on its way for more than the hour to set off', [...parked, ...going(21, 100, 1_000, 1_000)], 101],
  ['it stands for a coffee', [...parked, ...going(21, 60, 500, 500), ...standing(61, 75, 20_500)], 76],
])('a ride pauses the alarm where %s', (_where, moments, minutes) => {
  const { pause, answersUntil } = comeAfter(moments, minutes)
  expect(pause).toMatchObject({ kind: 'RIDE', since: after(20) })
  expect(answersUntil).toEqual(after(minutes))
})

test.each<[string, Moment[], number, number]>([
  ['it did not set off within the hour', [...parked, ...standing(21, 90, 3)], 91, 80],
  ['it has arrived at home', [...parked, ...out, ...standing(61, 80, 40_000)], 81, 71],
  [
    'it has stood elsewhere for an hour',
    [...parked, ...going(21, 40, 500, 500), ...standing(41, 110, 10_000)],
    111,
    101,
  ],
])('a ride that is over pauses nothing: %s', (_where, moments, minutes, over) => {
  const { guard, pause, answersUntil, judged } = comeAfter(moments, minutes)
  expect(pause).toBeNull()
  expect(Math.abs(answersUntil.getTime() - after(over).getTime())).toBeLessThanOrEqual(2 * 60_000)
  expect(guard).toEqual({ ...judged, restedUntil: answersUntil })
})

test('a vehicle that is taken after the ride stays guarded, and what is raised about it is not answered', () => {
  const taken = going(90, 95, 41_000, 1_000)
  const { pause, answersUntil } = comeAfter([...parked, ...out, ...standing(61, 89, 40_000), ...taken], 96)
  expect(pause).toBeNull()
  expect(answersUntil.getTime()).toBeLessThan(after(90).getTime())
})

test('a ride goes on until the vehicle has arrived, as one that was announced in time', () => {
  const { guard } = comeAfter([...parked, ...out], 61)
  const rest = standing(61, 75, 40_000).map(([metres, at]) => fix(metres, at))
  const home = rest.reduce((known, one) => judgeFix('THEFT', known, [], one, one.recordedAt).guard, guard)
  expect(pauseAt(home, after(76))).toBeNull()
})
