import type { Position } from '#contract/history/history.ts'

export const positionColumns = ['number', 'time', 'accuracy', 'speed'] as const
export type PositionColumn = (typeof positionColumns)[number]

export interface PositionOrder {
  column: PositionColumn
  descending: boolean
}

/** A position with its index in the track; its number is one more. */
export interface PositionRow {
  index: number
  position: Position
}

/** The rows of the table in an order. What is not known comes last, whichever way it is sorted. */
export function orderedRows(positions: readonly Position[], { column, descending }: PositionOrder): PositionRow[] {
  if (column === 'number' && !descending) return positions.map((position, index) => ({ index, position }))
  const rows = positions.map((position, index) => ({ index, position, value: valueOf(position, index, column) }))
  const direction = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined)
    return direction * (a.value - b.value) || a.index - b.index
  })
}

/** A click on the column that is already sorted by reverses the order. */
export function turned(order: PositionOrder, column: PositionColumn): PositionOrder {
  return { column, descending: order.column === column && !order.descending }
}

function valueOf(position: Position, index: number, column: PositionColumn): number | undefined {
  switch (column) {
    case 'number':
      return index
    case 'time':
      return Date.parse(position.recordedAt)
    case 'accuracy':
      return position.accuracy
    case 'speed':
      return position.speed
  }
}
