import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import type { World } from '#domain/demo/demo.ts'
import type { OwnPoisService } from './own-pois.service.ts'
import type { PoiExportService } from './poi-export.service.ts'
import type { Api } from '#server/http/api.ts'
import { readTileAddress } from '#server/http/vector-tiles.ts'

export function registerPoiExchangeRoutes(
  api: Api,
  { exports, own }: { exports: Record<World, PoiExportService>; own: OwnPoisService },
): void {
  api.on(poiExchange.export, ({ caller, query }) =>
    exports[caller.user.demo ? 'demo' : 'real'].file(caller.user.id, query),
  )
  api.on(poiExchange.import, ({ caller, query, file, hasLeft }) => own.read(caller.user.id, query, file, hasLeft))
  api.on(poiExchange.own, ({ caller, query }) => own.list(caller.user.id, query))
  api.on(poiExchange.ownTile, ({ caller, params, header }) => {
    // They are private, so they must not stay behind on a shared computer.
    header('cache-control', 'no-store')
    return own.tile(caller.user.id, readTileAddress(params))
  })
  api.on(poiExchange.showOwn, async ({ caller, params }) => ({ poi: await own.find(caller.user.id, params.id) }))
  api.on(poiExchange.ownFiles, async ({ caller }) => ({ files: await own.files(caller.user.id) }))
  api.on(poiExchange.removeOwn, async ({ caller }) => ({ removed: await own.removeAll(caller.user.id) }))
}
