import { routeCheck } from '#contract/route-check/route-check.ts'
import { dropAll } from '#web/api/offline/offline-store.ts'
import { queryClient } from '#web/api/queries/queries.ts'

/**
 * Forgets what other screens have asked, because speed cameras may be among it: answers in memory, and the route kept for
 * when there is no network. A map's tiles are gone with its screen; the service worker keeps none.
 */
export async function forgetCameras(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  await dropAll(`answer.${routeCheck.check.path} `)
}
