import { describe, expect, test } from 'vitest'
import { inVan, recordedRides, type Ride } from './departures.ts'
import { comesHomeBetween, type Habit, liveThrough, rideDay } from './ride-days.ts'
import { randomFrom } from '#domain/testing/random.ts'

/** Ways by a formula; recorded ones are extra. Each day is three of them. */
const sets: readonly { name: string; ways: readonly Ride[] }[] = [
  { name: 'made-up', ways: Array.from({ length: 20 }, (_, index) => inVan(randomFrom(index))) },
  { name: 'recorded', ways: recordedRides() },
].filter(({ ways }) => ways.length > 0)
const receiver = { every: 60, told: 15, spread: 8, lasting: 180 }

/** What owners hear who announced their ride and stop this long, on every second day for speed. */
function daysWith(
  ways: readonly Ride[],
  stopMinutes: number,
  how: { rule: 'before' | 'now'; habit: Habit; answers: boolean },
) {
  return ways.flatMap((_, index) => {
    if (index % 2 !== 0) return []
    const rides = [...ways, ...ways].slice(index, index + 3)
    const day = rideDay(rides, stopMinutes, index)
    return comesHomeBetween(day) ? [] : [liveThrough(day, receiver, how, index)]
  })
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const habits: readonly Habit[] = ['reports always', 'sleeps while parked']
const cases = sets.flatMap((set) => habits.map((habit) => ({ ...set, habit })))

describe.each(cases)('on $name days of a tracker that $habit', ({ ways, habit }) => {
  test.each([10, 20, 30])('nobody is asked about the own ride after stops of %i minutes', (minutes) => {
    const days = daysWith(ways, minutes, { rule: 'now', habit, answers: false })
    expect(days.map(({ own }) => sum(own)).filter((emails) => emails > 0)).toEqual([])
  })

  test.each([90, 150])('who does not answer is asked at most once after each stop of %i minutes', (minutes) => {
    const days = daysWith(ways, minutes, { rule: 'now', habit, answers: false })
    expect(Math.max(...days.flatMap(({ own }) => own))).toBe(1)
  })

  test('who answers is not asked again before the next long stop', () => {
    const days = daysWith(ways, 90, { rule: 'now', habit, answers: true })
    expect(Math.max(...days.flatMap(({ own }) => own))).toBe(1)
  })

  test('the theft in the next night is found', () => {
    const days = daysWith(ways, 30, { rule: 'now', habit, answers: false })
    expect(Math.max(...days.map(({ theftSeconds }) => theftSeconds))).toBeLessThan(600)
  })
})

// At ten minutes to the second it is a matter of when the tracker reported last.
test.each(sets)(
  'the rule before asked everybody after a stop of a little over ten minutes, on $name days',
  ({ ways }) => {
    const days = daysWith(ways, 12, { rule: 'before', habit: 'reports always', answers: false })
    expect(days.map(({ own }) => sum(own) > 0)).toEqual(days.map(() => true))
  },
)
