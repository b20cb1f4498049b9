import type { PoiSource } from '#contract/pois/pois.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Database } from '#server/db/connection/database.ts'
import { perWorld } from '#server/platform/per-world.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { PoiReportsService } from '#server/features/poi-reports/poi-reports.service.ts'
import type { Foundations } from '#server/foundations.ts'
import { watchPoiChanges } from './poi-changes.store.ts'
import { createPoiPublication } from './poi-publication.ts'
import { registerPoisRoutes } from './pois.routes.ts'
import { createPoisService } from './pois.service.ts'
import { createPoisStore, type PoisStore } from './pois.store.ts'

export function createPoisStores(database: Database): Record<World, PoisStore> {
  return perWorld((world) => createPoisStore(database, world))
}

type Needs = Pick<Foundations, 'settings' | 'connection' | 'clock' | 'log' | 'placeNames' | 'api' | 'onClose'>

interface Others {
  stores: Record<World, PoisStore>
  reports: Pick<PoiReportsService, 'marked'>
  hidden: Pick<HiddenPoisStore, 'idsOf'>
  events: { notifyOfPois(world: World, version: string): void }
  feeds: { freshness: { ofMap(): Promise<PoiSource[]> } }
}

export function buildPois(
  { settings, connection, clock, log, placeNames, api, onClose }: Needs,
  { stores, reports, hidden, events, feeds }: Others,
) {
  const publications = perWorld((world) =>
    createPoiPublication({
      store: stores[world],
      clock,
      log,
      onShown: (version) => events.notifyOfPois(world, version),
    }),
  )
  onClose(() => Promise.all([publications.real.close(), publications.demo.close()]))
  const sources = {
    real: feeds.freshness.ofMap,
    // Everything in the demo world is made up.
    demo: async () => [],
  }
  const services = perWorld((world) =>
    createPoisService({ store: stores[world], publication: publications[world], clock, sources: sources[world] }),
  )
  registerPoisRoutes(api, services, {
    marked: reports.marked,
    hiddenBy: hidden.idsOf,
    namesOf: placeNames.namesOf,
  })
  return {
    /** Publishes the POIs, and again whenever they have changed. */
    watch(): void {
      const changes = watchPoiChanges(connection, () => {
        publications.real.look()
        if (settings.DEMO) publications.demo.look()
      })
      onClose(() => changes.stop())
    },
  }
}
