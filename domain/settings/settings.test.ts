import { describe, expect, test } from 'vitest'
import { ledSettings, warningSettings } from '#contract/settings/settings.ts'
import { deliveredLed, deliveredSettings, isQuiet } from './settings.ts'

describe('quiet hours', () => {
  const cases: [from: string, to: string, time: string, quiet: boolean][] = [
    ['22:00', '06:00', '21:59', false],
    ['22:00', '06:00', '22:00', true],
    ['22:00', '06:00', '00:00', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '06:00', false],
    ['12:00', '13:30', '11:59', false],
    ['12:00', '13:30', '12:00', true],
    ['12:00', '13:30', '13:30', false],
    ['08:00', '08:00', '03:00', true],
  ]
  test.each(cases)('from %s to %s, %s is quiet: %s', (from, to, time, quiet) => {
    expect(isQuiet({ enabled: true, from, to }, time)).toBe(quiet)
    expect(isQuiet({ enabled: false, from, to }, time)).toBe(false)
  })
})

test('the delivered settings are valid by the contract', () => {
  expect(warningSettings.parse(deliveredSettings())).toEqual(deliveredSettings())
  expect(ledSettings.parse(deliveredLed())).toEqual(deliveredLed())
})

test('by default there are no warnings of cameras, and of everything else there are', () => {
  const enabled = Object.entries(deliveredSettings().categories).filter(([, category]) => category.enabled)
  expect(enabled.map(([name]) => name)).toEqual(['weather', 'accidents', 'motorcycleHazards'])
})
