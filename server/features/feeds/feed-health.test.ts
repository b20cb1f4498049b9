import { expect, test } from 'vitest'
import { feedHealthOf } from './feed-health.ts'

const state = {
  lastAttemptAt: '2026-06-02T12:00:00Z',
  lastSuccessAt: '2026-06-01T12:00:00Z',
  lastError: 'keine Verbindung',
  failures: 3,
  notBefore: null,
  outcome: null,
}

test('every source shows its age and whether it fails, not why, even if it was never asked; deleted ones show nothing', () => {
  const feeds = [{ name: 'cap' }, { name: 'roadworks' }, { name: 'autobahn' }]
  const states = [
    { ...state, feed: 'roadworks' },
    { ...state, feed: 'autobahn', lastSuccessAt: null },
    { ...state, feed: 'of an earlier version' },
  ]
  expect(feedHealthOf(feeds, states)).toEqual([
    { feed: 'cap', lastSuccessAt: null, failing: false },
    { feed: 'roadworks', lastSuccessAt: '2026-06-01T12:00:00Z', failing: true },
    { feed: 'autobahn', lastSuccessAt: null, failing: true },
  ])
})
