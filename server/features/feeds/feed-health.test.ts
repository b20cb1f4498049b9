import { expect, test } from 'vitest'
import { healthOf } from './feed-health.ts'

const state = {
  lastAttemptAt: '2026-06-02T12:00:00Z',
  lastSuccessAt: '2026-06-01T12:00:00Z',
  lastError: 'keine Verbindung',
  failures: 3,
  notBefore: null,
  outcome: null,
}

test('every source tells its age and its last error, one that was never asked too; forgotten ones tell nothing', () => {
  const feeds = [{ name: 'cap' }, { name: 'roadworks' }, { name: 'autobahn' }]
  const states = [
    { ...state, feed: 'roadworks' },
    { ...state, feed: 'autobahn', lastSuccessAt: null },
    { ...state, feed: 'of an earlier version' },
  ]
  expect(healthOf(feeds, states)).toEqual([
    { feed: 'cap', lastSuccessAt: null, lastError: null },
    { feed: 'roadworks', lastSuccessAt: '2026-06-01T12:00:00Z', lastError: 'keine Verbindung' },
    { feed: 'autobahn', lastSuccessAt: null, lastError: 'keine Verbindung' },
  ])
})
