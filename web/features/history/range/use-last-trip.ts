import { useMemo } from 'react'
import { history } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { keptDays } from '#domain/history/kept-days.ts'
import { rangeOfRides } from '#domain/history/around-midnight.ts'
import { positionsOfRides } from '#domain/history/rides-of-day.ts'
import { inFixOrder } from '#domain/track/track.ts'
import { chaptersOf } from '#domain/track/trips.ts'
import { positionsIn } from '../query/history-call.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { clock } from '#web/browser/clock.ts'

const noDay = { start: '', end: '' }

/** When the last trip of a day (`2026-10-25`) began; null while that is not known, and of no day. */
export function useLastTrip(deviceId: string, day: string | null): Instant | null {
  const { start, end } = keptDays(clock.now()).find((kept) => kept.day === day) ?? noDay
  const isAsked = start !== noDay.start
  const query = { ...(isAsked ? rangeOfRides({ start, end }) : noDay), format: 'columns' as const }
  const { data } = useCall(history.show, { params: { deviceId }, query }, { enabled: isAsked })
  return useMemo(() => {
    if (data === undefined) return null
    const chapters = chaptersOf(positionsOfRides(inFixOrder(positionsIn(data)), { start, end }))
    return chapters.findLast(({ kind }) => kind === 'trip')?.start ?? null
  }, [data, start, end])
}
