import { describe, expect, it } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { orderedRows, type PositionColumn, turned } from './position-order.ts'

const positions: Position[] = [
  { latitude: 49, longitude: 8.4, recordedAt: '2026-06-13T10:00:00Z', accuracy: 12, speed: 50 },
  { latitude: 49, longitude: 8.4, recordedAt: '2026-06-13T10:01:00Z', speed: 0 },
  { latitude: 49, longitude: 8.4, recordedAt: '2026-06-13T10:02:00Z', accuracy: 3 },
  { latitude: 49, longitude: 8.4, recordedAt: '2026-06-13T10:03:00Z', accuracy: 12, speed: 80 },
]

describe('the table of positions', () => {
  it.each<{ column: PositionColumn; descending: boolean; order: number[] }>([
    { column: 'number', descending: false, order: [0, 1, 2, 3] },
    { column: 'number', descending: true, order: [3, 2, 1, 0] },
    { column: 'time', descending: true, order: [3, 2, 1, 0] },
    { column: 'accuracy', descending: false, order: [2, 0, 3, 1] },
    { column: 'accuracy', descending: true, order: [0, 3, 2, 1] },
    { column: 'speed', descending: true, order: [3, 0, 1, 2] },
  ])('by $column, descending: $descending, keeps unknown values at the end', ({ column, descending, order }) => {
    expect(orderedRows(positions, { column, descending }).map(({ index }) => index)).toEqual(order)
  })

  it('is reversed by a second click on the same column', () => {
    const byTime = turned({ column: 'number', descending: true }, 'time')
    expect(byTime).toEqual({ column: 'time', descending: false })
    expect(turned(byTime, 'time')).toEqual({ column: 'time', descending: true })
  })
})
