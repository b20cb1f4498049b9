import { useQuery } from '@tanstack/react-query'
import type { Instant } from '#contract/base/place.ts'
import { type CurrentWarning, type DataStatus, dataStatuses, weather, type WeatherAreas } from '#contract/weather.ts'
import { call, callWithHeaders } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { everyMinute } from '#web/map/canvas/every-minute.ts'

export function useWeatherAreas() {
  return useQuery<WeatherAreas, CallProblem>(
    {
      ...everyMinute,
      queryKey: queryKey(weather.areas),
      queryFn: ({ signal }) => call(weather.areas, {}, { signal }),
    },
    queryClient,
  )
}

export interface WarningsAsOf {
  warnings: CurrentWarning[]
  /** Tells "no warning" from "no data" (design, section 4). */
  status: DataStatus
  /** When the source last answered successfully; null if it never did. */
  asOf: Instant | null
}

const warnings = {
  queryKey: [...queryKey(weather.currentWarnings), 'with status'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<WarningsAsOf> => {
    const { reply, headers } = await callWithHeaders(weather.currentWarnings, {}, { signal })
    return { warnings: reply, status: statusOf(headers), asOf: headers.get('x-data-as-of') }
  },
}

export function useWarnings() {
  return useQuery<WarningsAsOf, CallProblem>({ ...everyMinute, ...warnings }, queryClient)
}

/** Prefetches the warnings. */
export function askWarnings(): void {
  void queryClient.prefetchQuery(warnings)
}

/** A list without a status may be empty for any reason: it is not called complete. */
function statusOf(headers: Headers): DataStatus {
  const told = headers.get('x-data-status')
  return dataStatuses.find((status) => status === told) ?? 'unavailable'
}
