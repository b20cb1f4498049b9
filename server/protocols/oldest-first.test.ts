import { expect, test } from 'vitest'
import { oldestFirst } from './oldest-first.ts'
import type { Report } from './protocol.ts'
import { fixReport } from '#server/features/reception/testing/trackers.ts'

test('a message is processed in the order of measurement, reports without a time last', () => {
  const at = (minute: number) => fixReport('350000000000001', `2026-06-01T08:0${minute}:00Z`)
  const withoutFix: Report = { ...at(0), fix: null }
  expect(oldestFirst([withoutFix, at(3), at(1), at(2)])).toEqual([at(1), at(2), at(3), withoutFix])
})
