import { perWorld } from '#server/platform/per-world.ts'
import type { Foundations } from '#server/foundations.ts'
import { createOwnPoiTiles } from './own-poi-tiles.ts'
import { createOwnPoisService } from './own-pois.service.ts'
import { createOwnPoisStore } from './own-pois.store.ts'
import { registerPoiExchangeRoutes } from './poi-exchange.routes.ts'
import { createPoiExportService } from './poi-export.service.ts'
import { createPoiExportStore } from './poi-export.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'api' | 'onClose'>

export function buildPoiExchange({ database, clock, newId, api, onClose }: Needs): void {
  const ownPois = createOwnPoisStore(database)
  const tiles = createOwnPoiTiles({ store: ownPois, clock })
  onClose(() => tiles.close())
  registerPoiExchangeRoutes(api, {
    exports: perWorld((world) =>
      createPoiExportService({ store: createPoiExportStore(database, world), ownPois, clock }),
    ),
    own: createOwnPoisService({ store: ownPois, tiles, clock, newId }),
  })
}
