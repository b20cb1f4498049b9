import { useMemo } from 'react'
import { history } from '#contract/history.ts'
import { minuteMs } from '#contract/time-units.ts'
import { useCall } from '#web/api/queries.ts'

const everyMs = 5 * minuteMs

/** On which days the vehicle was ridden (`2026-10-25`); none until that is known. */
export function useRiddenDays(deviceId: string): ReadonlySet<string> {
  const { data } = useCall(history.days, { params: { deviceId } }, { refetchInterval: everyMs })
  return useMemo(() => new Set(data?.days.flatMap(({ day, ridden }) => (ridden ? [day] : []))), [data])
}
