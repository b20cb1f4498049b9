import type { Logger } from 'pino'
import type { PoiSource } from '#contract/pois/pois.ts'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import type { World } from '#domain/demo/demo.ts'
import type { RouterAddress } from '#server/setting-kinds.ts'
import { perWorld } from '#server/platform/per-world.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { PoiReportsService } from '#server/features/poi-reports/poi-reports.service.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerRouteCheckRoutes } from './route-check.routes.ts'
import { createRouteCheckService, type RouteCheckService } from './route-check.service.ts'
import { createRouteCheckStore } from './route-check.store.ts'
import { createRouteThreads } from './route-threads.ts'
import { createRouter, type Router } from './router.ts'

interface Others {
  pois: Record<World, PoisStore>
  weather: { stores: Record<World, WeatherStore> }
  feeds: { freshness: { ofAll(): Promise<PoiSource[]> } }
  hidden: Pick<HiddenPoisStore, 'idsOf'>
  reports: Pick<PoiReportsService, 'marked'>
}

export function buildRouteCheck(
  {
    settings,
    log,
    database,
    clock,
    placeNames,
    api,
    onClose,
  }: Pick<Foundations, 'settings' | 'log' | 'database' | 'clock' | 'placeNames' | 'api' | 'onClose'>,
  { pois, weather, feeds, hidden, reports }: Others,
): Record<World, RouteCheckService> {
  const threads = createRouteThreads()
  onClose(threads.close)
  const serviceIn = (world: World) =>
    createRouteCheckService({
      store: createRouteCheckStore(database, world),
      pois: pois[world],
      weather: weather.stores[world],
      hidden,
      reports,
      threads,
      // Everything in the demo world is made up.
      sources: world === 'demo' ? async () => [] : feeds.freshness.ofAll,
      clock,
    })
  const services = perWorld(serviceIn)
  registerRouteCheckRoutes(api, services, routerOf(settings.ROUTER_URL, log), placeNames)
  return services
}

function routerOf(address: RouterAddress | undefined, log: Logger): Router | null {
  if (address === undefined) return null
  const { host } = new URL(address.url)
  return createRouter(address, {
    timeoutMs: routeCheckServerLimits.routerTimeoutMs,
    onFailure: (reason, cause) => log.warn({ router: host, reason, cause }, 'a drawn route stays straight'),
  })
}
