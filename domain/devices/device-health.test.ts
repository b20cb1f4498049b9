import { describe, expect, test } from 'vitest'
import { isBatteryCharged, isBatteryLow, percentOrVolts, unknownHealth, withReadings } from './device-health.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
const silent = { batteryPercent: null, batteryVolts: null, externalPower: null }

describe('what reports say about the supply', () => {
  test('is nothing until one says something', () => {
    expect(withReadings(unknownHealth, [{ ...silent, at: at(1) }])).toEqual(unknownHealth)
  })

  test('is remembered when later reports say nothing', () => {
    const actual = withReadings(unknownHealth, [{ ...silent, at: at(1), batteryPercent: 78, externalPower: true }])
    expect(withReadings(actual, [{ ...silent, at: at(2) }])).toEqual(actual)
  })

  test('is what was measured last, in whatever order it arrives', () => {
    const readings = [40, 60, 50].map((percent, index) => ({
      ...silent,
      at: at([3, 1, 2][index] ?? 0),
      batteryPercent: percent,
    }))
    const expected = { percent: 40, volts: null, at: at(3) }
    expect(withReadings(unknownHealth, readings).battery).toEqual(expected)
    const afterwards = withReadings(withReadings(unknownHealth, readings), [
      { ...silent, at: at(2), batteryPercent: 90 },
    ])
    expect(afterwards.battery).toEqual(expected)
  })
})

describe('external power', () => {
  const actual = (...powers: boolean[]) =>
    powers.map((externalPower, minute) => ({ ...silent, at: at(minute), externalPower }))

  test.each([
    ['that was there from the first report on is connected, since when is unknown', [true, true], true, null],
    ['that was never there was never seen cut', [false, false], false, null],
    ['is cut since the first report that says so', [true, true, false, false], false, at(2)],
    ['that comes back is connected since then', [true, false, true, true], true, at(2)],
  ] as const)('%s', (_name, powers, external, since) => {
    expect(withReadings(unknownHealth, actual(...powers)).power).toEqual({ external, since, at: at(powers.length - 1) })
    const oneByOne = actual(...powers).reduce((health, reading) => withReadings(health, [reading]), unknownHealth)
    expect(oneByOne.power).toEqual({ external, since, at: at(powers.length - 1) })
  })
})

test.each([
  [78, null, false],
  [20, null, false],
  [19, null, true],
  [0, null, true],
  [78, 3.2, false],
  [null, 3.9, false],
  [null, 3.5, true],
  [null, 12.6, false],
  [null, 11.4, true],
  [null, 25.2, false],
  [null, 23.1, true],
  [null, 6.1, false],
  [null, null, false],
])('a battery at %s %% and %s V is nearly empty: %s', (percent, volts, low) => {
  expect(isBatteryLow({ percent, volts })).toBe(low)
})

test.each([
  [39, null, false],
  [40, null, true],
  [39, 4.1, false],
  [null, 3.7, false],
  [null, 3.9, true],
  [null, 12.2, false],
  [null, 12.6, true],
  [null, 24.5, false],
  [null, 25.2, true],
  [null, 6.1, false],
  [null, null, false],
])('a battery at %s %% and %s V is charged well: %s', (percent, volts, charged) => {
  expect(isBatteryCharged({ percent, volts })).toBe(charged)
})

test.each([
  [null, null, null],
  [43, 43, null],
  // Single precision, as phones use for percents.
  [43.000_001_907, 43.000_001_907, null],
  [11.43, null, 11.43],
  [3.71, null, 3.71],
  [12, 12, null],
  [57.5, 57.5, null],
])('%s in the place of percent is %s %% or %s V', (value, percent, volts) => {
  expect(percentOrVolts(value)).toEqual({ percent, volts })
})
