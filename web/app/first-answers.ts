import type { Endpoint } from '#contract/endpoint.ts'
import { devices } from '#contract/devices.ts'
import { vehicles } from '#contract/vehicles.ts'
import { callWith } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/queries.ts'
import { paths } from '#web/kit/paths.ts'

/** What screens ask as soon as they are shown. Each takes no input. */
const firstCalls: Partial<Record<string, readonly Endpoint[]>> = {
  [paths.dashboard]: [vehicles.states],
  [paths.tracking]: [devices.list, vehicles.states],
  [paths.devices]: [devices.list, vehicles.states],
}

/**
 * Asks what the screen at this path is going to ask, while its code and its user are still on their way. The screen then
 * finds the answer, or waits for the same one. Of a failure nothing is said: the screen asks again.
 */
export function askFirst(path: string): void {
  for (const endpoint of firstCalls[path] ?? []) {
    void queryClient.prefetchQuery({ queryKey: queryKey(endpoint), queryFn: () => callWith(endpoint, {}) })
  }
}
