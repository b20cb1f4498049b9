import { expect, test } from 'vitest'
import {
  dayHours,
  dayMinutes,
  dayMs,
  daySeconds,
  hourMinutes,
  hourMs,
  hourSeconds,
  minuteMs,
  minuteSeconds,
  secondMs,
} from './time-units.ts'

test('each unit is as long as its smaller ones together', () => {
  expect([secondMs, minuteMs, hourMs, dayMs]).toEqual([1000, 60 * secondMs, 60 * minuteMs, 24 * hourMs])
  expect([minuteSeconds, hourSeconds, daySeconds]).toEqual([minuteMs / secondMs, hourMs / secondMs, dayMs / secondMs])
  expect([dayHours, hourMinutes, dayMinutes]).toEqual([dayMs / hourMs, hourMs / minuteMs, dayMs / minuteMs])
})
