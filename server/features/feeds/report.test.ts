import { expect, test } from 'vitest'
import { isDue } from './feeds.jobs.ts'
import { changeReport, readingReport } from './report.ts'

test.each([
  [{ read: 3, kept: 0, expired: 3, added: 0 }, '3 gelesen, 3 abgelaufen', 'nichts geändert'],
  [
    { read: 9, kept: 7, outOfService: 1, notACamera: 1, swapped: 2, added: 5, changed: 1, removed: 4 },
    '9 gelesen, 7 übernommen, 1 keine Blitzer, 1 außer Betrieb, 2 mit vertauschten Koordinaten',
    '5 neu, 1 geändert, 4 entfernt',
  ],
  [{ read: 0, kept: 0 }, '0 gelesen', 'nichts geändert'],
])('%j is told in words', (counts, reading, changes) => {
  expect(readingReport(counts)).toBe(reading)
  expect(changeReport(counts)).toBe(changes)
})

test.each([
  { what: 'never asked', state: undefined, due: true },
  { what: 'good for less than a day', state: { success: '2026-06-01T13:00:00Z' }, due: false },
  { what: 'a day old', state: { success: '2026-05-31T12:00:00Z' }, due: true },
  {
    what: 'a day old, and failed half an hour ago',
    state: { success: '2026-05-30T12:00:00Z', attempt: '2026-06-02T11:30:00Z' },
    due: false,
  },
  {
    what: 'a day old, and failed an hour ago',
    state: { success: '2026-05-30T12:00:00Z', attempt: '2026-06-02T11:00:00Z' },
    due: true,
  },
  { what: 'never good, and failed just now', state: { success: null, attempt: '2026-06-02T11:59:00Z' }, due: false },
])('a source that wants to be asked daily and is $what: due is $due', ({ state, due }) => {
  const known = state && {
    feed: 'overpass',
    lastSuccessAt: state.success,
    lastAttemptAt: state.attempt ?? state.success ?? '',
    lastError: null,
    outcome: null,
  }
  expect(isDue({ pollMinutes: 24 * 60 }, known, new Date('2026-06-02T12:00:00Z'))).toBe(due)
})
