import { expect, test } from 'vitest'
import { alarmIn } from './alarm-in-address.ts'

test.each([
  ['device=a&from=2026-06-01T00%3A00&to=2026-06-03T00%3A00&alarm=b', 'b'],
  ['device=a&alarm=b&tab=now', 'b'],
  ['device=a&alarm=b&tab=rides', null],
  ['device=a&alarm=', null],
  ['device=a', null],
])('the address "%s" leads to the alarm %s', (search, alarm) => {
  expect(alarmIn(new URLSearchParams(search))).toBe(alarm)
})
