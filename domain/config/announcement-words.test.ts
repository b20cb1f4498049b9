import { expect, test } from 'vitest'
import { announcementWords } from './announcement-words.ts'

test.each([
  ['2026-11-28T01:00:00Z', '2026-11-28T03:00:00Z', 'Am 28.11.2026 von 02:00 Uhr bis 04:00 Uhr: Wartung.'],
  [
    '2026-11-28T22:00:00Z',
    '2026-11-29T03:00:00Z',
    'Vom 28.11.2026, 23:00 Uhr, bis zum 29.11.2026, 04:00 Uhr: Wartung.',
  ],
  ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'Am 25.10.2026 von 02:30 Uhr MESZ bis 02:30 Uhr MEZ: Wartung.'],
])('what is announced from %s until %s says so in German time', (from, until, words) => {
  const period = { beginsAt: new Date(from), endsAt: new Date(until) }
  expect(announcementWords({ text: 'Wartung.', ...period })).toBe(words)
})
