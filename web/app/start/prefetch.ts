import type { Endpoint } from '#contract/base/endpoint.ts'
import { devices } from '#contract/devices/devices.ts'
import { licences } from '#contract/licences/licences.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { weather } from '#contract/weather.ts'
import { callWith } from '#web/api/calls/call.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { askWarnings } from '#web/features/weather/use-warnings.ts'
import { paths } from '#web/browser/paths.ts'
import { prepareMap } from '#web/map/canvas/prepare-map.ts'

/** What screens ask as soon as they are shown. */
const firstQuestions: Partial<Record<string, readonly (() => void)[]>> = {
  [paths.dashboard]: [asking(vehicles.states), askWarnings],
  [paths.pois]: [asking(weather.areas), askWarnings],
  [paths.tracking]: [asking(devices.list), asking(vehicles.states)],
  [paths.setUp]: [asking(devices.list), asking(vehicles.states)],
  [paths.theftCase]: [asking(vehicles.states)],
  [paths.devices]: [devices.list, vehicles.states, devices.statusOverview, licences.list, licences.overview].map(
    asking,
  ),
}

/** Without the map's code there is nothing to see on them: it is the largest file of all. */
const maps: readonly string[] = [paths.pois, paths.theftCase]

/**
 * Asks what the screen at this path is going to ask, while its code and its user are still on their way. The screen then
 * finds the answer, or waits for the same one. Of a failure nothing is said: the screen asks again.
 */
export function prefetch(path: string, fetchMap = prepareMap): void {
  if (maps.includes(path)) void fetchMap()
  for (const ask of firstQuestions[path] ?? []) ask()
}

/** @param endpoint one that takes no input. */
function asking(endpoint: Endpoint): () => void {
  return () => void queryClient.prefetchQuery({ queryKey: queryKey(endpoint), queryFn: () => callWith(endpoint, {}) })
}
