import { useMemo } from 'react'
import { history, type Position, type Range } from '#contract/history/history.ts'
import { positionsOf } from '#domain/history/position-columns.ts'
import { doubtsOf } from '#domain/track/outliers.ts'
import { useCall } from '#web/api/queries/queries.ts'

/** More do not make the line look any different on a screen. */
const maxPoints = 1_000
const none: readonly Position[] = []

/** The positions of a time, the oldest first, without those that the vehicle cannot have been at. Empty until they are known. */
export function useTravelled(deviceId: string, range: Range | null): readonly Position[] {
  const isAsked = range !== null
  const query = { start: range?.start ?? '', end: range?.end ?? '', maxPoints, format: 'columns' as const }
  const { data } = useCall(history.show, { params: { deviceId }, query }, { enabled: isAsked, keepPrevious: true })
  return useMemo(() => {
    if (!isAsked || data === undefined) return none
    const positions = 'pages' in data ? data.pages.flatMap(positionsOf) : data.positions
    const doubts = doubtsOf(positions)
    return positions.filter((_, index) => !doubts.has(index))
  }, [isAsked, data])
}
