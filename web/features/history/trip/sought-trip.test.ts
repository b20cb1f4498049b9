import { expect, it } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { soughtTrip } from './sought-trip.ts'

const trip: Trip = {
  kind: 'trip',
  first: 0,
  last: 1,
  start: '2026-06-12T15:40:00.000Z',
  end: '2026-06-12T15:59:00.000Z',
  durationMs: 19 * 60_000,
  stretches: [],
  distanceMetres: 14_000,
  movingMs: 19 * 60_000,
  pauses: 0,
  gaps: 0,
  maxKmh: 98,
  averageKmh: 44,
}
const positions: Position[] = [trip.start, trip.end].map((recordedAt) => ({ latitude: 49, longitude: 8, recordedAt }))
const none = { positions: [], chapters: [] }
const all = { positions, chapters: [trip] }

it.each([
  ['there', false, positions, false, all, trip.start, trip],
  ['there to its end', false, positions, false, all, '2026-06-12T15:59:00Z', trip],
  ['there while the day is asked for again', true, positions, false, all, trip.start, trip],
  ['awaited until the answer comes', true, [], false, none, trip.start, 'awaited'],
  ['awaited while another day is still shown', true, positions, false, all, '2026-06-13T08:00:00Z', 'awaited'],
  ['awaited until the positions are in chapters', false, positions, false, none, trip.start, 'awaited'],
  ['not found out where nobody answers', false, [], true, none, trip.start, 'failed'],
  ['gone if nothing is stored of its day', false, [], false, none, trip.start, 'gone'],
  ['gone if its day has none at that time', false, positions, false, all, '2026-06-12T18:00:00Z', 'gone'],
] as const)('a trip is %s', (_is, searching, found, failed, chaptered, at, is) => {
  expect(soughtTrip({ searching, positions: found }, failed, chaptered, at)).toEqual(is)
})
