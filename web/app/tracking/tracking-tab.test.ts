import { expect, test } from 'vitest'
import { tabWithoutName } from './tracking-tab.ts'

test.each([
  ['the rides, if the address asks for a time of them', 'rides', 'loading', false, 'rides'],
  ['what is now, if the address leads to an alarm, even while tracking is off', 'alarm', 'known', false, 'now'],
  ['what is now, while tracking is on', null, 'known', true, 'now'],
  ['the settings, while tracking is off', null, 'known', false, 'settings'],
  ['what is now, if the settings cannot be loaded', null, 'failed', false, 'now'],
  ['none, until the settings are known', null, 'loading', false, null],
] as const)('without a tab in the address, the screen opens %s', (_name, asked, settings, on, tab) => {
  expect(tabWithoutName(asked, { settings, trackingEnabled: on })).toBe(tab)
})
