import { useMemo, useState } from 'react'
import { history } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { lastRiddenDay } from './day-strip.ts'
import { type RangeChoice, settledChoice } from './history-range.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { clock } from '#web/browser/clock.ts'

const everyMs = 5 * minuteMs

/** On which days the vehicle was ridden (`2026-10-25`); none until that is known. */
export function useRiddenDays(deviceId: string): ReadonlySet<string> {
  return useDays(deviceId, true).ridden
}

/**
 * The last day on which the vehicle was ridden, else today; null while that is not known, and where nobody asks. It stays the
 * day that was found first: neither a trip that begins meanwhile nor midnight takes anything off the screen.
 */
export function useLastRiddenDay(deviceId: string, isAsked: boolean): RangeChoice | null {
  const { ridden, isKnown } = useDays(deviceId, isAsked)
  const [found, setFound] = useState<{ deviceId: string; choice: RangeChoice } | null>(null)
  if (!isAsked || !isKnown) return null
  if (found?.deviceId === deviceId) return found.choice
  const now = clock.now()
  const choice = settledChoice(lastRiddenDay(ridden, now)?.choice ?? { preset: 'today' }, now)
  setFound({ deviceId, choice })
  return choice
}

function useDays(deviceId: string, isAsked: boolean) {
  const { data, isError } = useCall(
    history.days,
    { params: { deviceId } },
    { enabled: isAsked, refetchInterval: everyMs },
  )
  const ridden = useMemo(() => new Set(data?.days.flatMap(({ day, ridden }) => (ridden ? [day] : []))), [data])
  return { ridden, isKnown: data !== undefined || isError }
}
