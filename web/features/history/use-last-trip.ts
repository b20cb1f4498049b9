import { useMemo } from 'react'
import { history } from '#contract/history.ts'
import type { Instant } from '#contract/place.ts'
import { keptDays } from '#domain/history/kept-days.ts'
import { inFixOrder } from '#domain/track/track.ts'
import { chaptersOf } from '#domain/track/trips.ts'
import { positionsIn } from './history-call.ts'
import { useCall } from '#web/api/queries.ts'
import { clock } from '#web/kit/clock.ts'

/** When the last trip of a day (`2026-10-25`) began; null while that is not known, and of no day. */
export function useLastTrip(deviceId: string, day: string | null): Instant | null {
  const { start, end } = keptDays(clock.now()).find((kept) => kept.day === day) ?? { start: '', end: '' }
  const query = { start, end, format: 'columns' as const }
  const { data } = useCall(history.show, { params: { deviceId }, query }, { enabled: start !== '' })
  return useMemo(() => {
    const chapters = data === undefined ? [] : chaptersOf(inFixOrder(positionsIn(data)))
    return chapters.findLast(({ kind }) => kind === 'trip')?.start ?? null
  }, [data])
}
