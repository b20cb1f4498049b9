import type { World } from '#domain/demo/demo.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerEventsRoutes } from './events.routes.ts'
import { createEventsService } from './events.service.ts'
import { watchLiveEvents } from './live-events.store.ts'

type Needs = Pick<Foundations, 'connection' | 'api' | 'authenticate' | 'log' | 'onStop' | 'onClose'>

export function buildEvents({ connection, api, authenticate, log, onStop, onClose }: Needs) {
  const service = createEventsService()
  onStop(() => service.close())
  registerEventsRoutes(api, service, authenticate)
  return {
    /** Notifies everybody in a world that its POIs are new. */
    notifyOfPois: (world: World, version: string) => service.sendToWorld(world, { type: 'pois', version }),

    isWatched: service.isWatched,
    isHearing: service.isHearing,

    /** From now on passes on what the database reports as new. */
    watch(): void {
      const watching = watchLiveEvents(connection, {
        ...service,
        hears(isHearing) {
          if (isHearing) log.info('notifications of the database arrive again')
          else log.error('no notification of the database arrives: live events are off')
          service.hears(isHearing)
        },
      })
      onClose(() => watching.stop())
    },
  }
}
