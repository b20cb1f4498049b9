import { riding } from '#contract/riding/riding.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Api } from '#server/http/api.ts'
import type { RidingService } from './riding.service.ts'

/** What readers say of the hazards, by their ids. */
interface OfReaders {
  /** Those that a user does not want to be warned of. */
  hiddenBy(userId: string): Promise<ReadonlySet<string>>
  doubtedAmong(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export function registerRidingRoutes(
  api: Api,
  services: Record<World, RidingService>,
  { hiddenBy, doubtedAmong }: OfReaders,
): void {
  api.on(riding.hazards, async ({ caller, query, hasLeft }) => {
    const answer = await services[caller.user.demo ? 'demo' : 'real'].hazards(query, hasLeft)
    const hidden = await hiddenBy(caller.user.id)
    const shown = answer.hazards.filter(({ id }) => !hidden.has(id))
    const doubted = await doubtedAmong(shown.flatMap(({ id, isReported }) => (isReported ? [] : [id])))
    const hazards = shown.map((hazard) => (doubted.has(hazard.id) ? { ...hazard, isDoubted: true } : hazard))
    return { ...answer, hazards }
  })
}
