import type { World } from '#domain/demo/demo.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerEventsRoutes } from './events.routes.ts'
import { createEventsService } from './events.service.ts'
import { watchLiveEvents } from './live-events.store.ts'

type Needs = Pick<Foundations, 'connection' | 'api' | 'authenticate' | 'onClose'>

export function buildEvents({ connection, api, authenticate, onClose }: Needs) {
  const service = createEventsService()
  onClose(() => service.close())
  registerEventsRoutes(api, service, authenticate)
  return {
    /** Notifies everybody in a world that its POIs are new. */
    notifyOfPois: (world: World, version: string) => service.sendToWorld(world, { type: 'pois', version }),

    isWatched: service.isWatched,

    /** From now on passes on what the database reports as new. */
    watch(): void {
      const watching = watchLiveEvents(connection, service)
      onClose(() => watching.stop())
    },
  }
}
