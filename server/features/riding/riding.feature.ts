import type { World } from '#domain/demo/demo.ts'
import { inEachWorld } from '#server/each-world.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerRidingRoutes } from './riding.routes.ts'
import { createRidingService } from './riding.service.ts'

export function buildRiding(
  { clock, api }: Pick<Foundations, 'clock' | 'api'>,
  { pois }: { pois: Record<World, PoisStore> },
): void {
  registerRidingRoutes(
    api,
    inEachWorld((world) => createRidingService({ pois: pois[world], clock })),
  )
}
