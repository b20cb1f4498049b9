import { expect, test } from 'vitest'
import { dayMinutes } from '#contract/base/time-units.ts'
import { freshnessOf } from './feed-freshness.ts'

const daily = { name: 'overpass', title: 'Blitzer', attribution: '© Jemand', pollMinutes: dayMinutes }
const now = new Date('2026-11-21T12:00:00Z')

test.each([
  [null, false],
  ['2026-11-21T11:00:00Z', false],
  ['2026-11-18T12:00:00Z', false],
  ['2026-11-18T11:59:00Z', true],
])('a daily source that last answered at %s is stale: %s', (lastSuccessAt, stale) => {
  const states = [{ feed: 'overpass', lastSuccessAt }]
  expect(freshnessOf([daily], states, now)).toEqual([
    { source: 'overpass', title: 'Blitzer', attribution: '© Jemand', lastSuccessAt, stale },
  ])
})

test('a source that was never asked is named, too', () => {
  expect(freshnessOf([daily], [], now)).toMatchObject([{ source: 'overpass', lastSuccessAt: null, stale: false }])
})
