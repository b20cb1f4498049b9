import { describe, expect, test } from 'vitest'
import { inVan, recordedRides, type Ride } from './departures.ts'
import { comesHomeBetween, type Habit, liveThrough, rideDay } from './ride-days.ts'
import { randomFrom } from '#domain/testing/random.ts'

const recorded = recordedRides()
/** Each day over three recorded rides; where the recordings are missing, over ways by a formula. */
const ways: readonly Ride[] =
  recorded.length > 0 ? recorded : Array.from({ length: 30 }, (_, index) => inVan(randomFrom(index)))
const receiver = { every: 60, told: 15, spread: 8, lasting: 180 }

/** What owners hear who announced their ride and stop this long, on every second day for speed. */
function daysWith(stopMinutes: number, how: { rule: 'before' | 'now'; habit: Habit; answers: boolean }) {
  return ways.flatMap((_, index) => {
    if (index % 2 !== 0) return []
    const rides = [...ways, ...ways].slice(index, index + 3)
    const day = rideDay(rides, stopMinutes, index)
    return comesHomeBetween(day) ? [] : [liveThrough(day, receiver, how, index)]
  })
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe.each<Habit>(['reports always', 'sleeps while parked'])('on recorded days of a tracker that %s', (habit) => {
  test.each([10, 20, 30])('nobody is asked about the own ride after stops of %i minutes', (minutes) => {
    const days = daysWith(minutes, { rule: 'now', habit, answers: false })
    expect(days.map(({ own }) => sum(own)).filter((emails) => emails > 0)).toEqual([])
  })

  test.each([90, 150])('whoever does not answer is asked at most once after each stop of %i minutes', (minutes) => {
    const days = daysWith(minutes, { rule: 'now', habit, answers: false })
    expect(Math.max(...days.flatMap(({ own }) => own))).toBe(1)
  })

  test('whoever answers is not asked again before the next long stop', () => {
    const days = daysWith(90, { rule: 'now', habit, answers: true })
    expect(Math.max(...days.flatMap(({ own }) => own))).toBe(1)
  })

  test('the theft in the next night is found', () => {
    const days = daysWith(30, { rule: 'now', habit, answers: false })
    expect(Math.max(...days.map(({ theftSeconds }) => theftSeconds))).toBeLessThan(600)
  })
})

test('the rule before asked nearly everybody after a stop of ten minutes', () => {
  const days = daysWith(10, { rule: 'before', habit: 'reports always', answers: false })
  const asked = days.filter(({ own }) => sum(own) > 0)
  expect(asked.length).toBeGreaterThan(days.length / 2)
})
