import { expect, test } from 'vitest'
import type { HazardType } from './hazards.ts'
import { type AnnouncementOrder, noAnnouncements, sayNext } from './announcement-order.ts'
import type { Warning } from './warning.ts'

const warning = (type: HazardType, at: number, metres = 200): Warning => ({
  hazard: {
    id: `${type} ${metres}`,
    type,
    latitude: 52,
    longitude: 9,
    direction: null,
    isReported: false,
    line: null,
    conditions: null,
  },
  reasons: null,
  at: at * 1000,
  metres,
  side: 'ahead',
})

/** What is said in each second, where these warnings come. */
function said(coming: readonly Warning[], seconds: number): (HazardType | null)[] {
  let pillion: AnnouncementOrder = noAnnouncements
  return Array.from({ length: seconds }, (_, second) => {
    const now = second * 1000
    const next = sayNext(
      pillion,
      coming.filter(({ at }) => at === now),
      now,
    )
    pillion = next.pillion
    return next.said?.hazard.type ?? null
  })
}

test('of two at once the gravest is said first, and the other six seconds later', () => {
  const both = [warning('LongTermRoadwork', 0), warning('Accident', 0)]
  expect(said(both, 8)).toEqual(['Accident', null, null, null, null, null, 'LongTermRoadwork', null])
})

test('of two alike the nearer is said first', () => {
  const next = sayNext(noAnnouncements, [warning('Obstacle', 0, 300), warning('Obstacle', 0, 100)], 0)
  expect(next.said?.metres).toBe(100)
})

test('what had to wait too long is not said at all', () => {
  const many = [warning('Accident', 0), warning('Obstacle', 0), warning('User', 0)]
  expect(said(many, 30).filter(Boolean)).toEqual(['Accident', 'Obstacle'])
})
