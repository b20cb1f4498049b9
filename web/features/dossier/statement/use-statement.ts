import { type Dossier, type DossierState, dossiers } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { callWith } from '#web/api/calls/call.ts'
import { useQueuedTask } from '#web/api/queries/queued-action.ts'
import { callOrWait } from '#web/api/offline/outbox.ts'
import { clock } from '#web/browser/clock.ts'

const changes = [dossiers.show, vehicles.states]

/**
 * States what is with the vehicle, and since when; null: as far as the server knows, else now. A theft is kept where there is no
 * network, and sent later.
 */
export function useStatement(deviceId: string, state: DossierState) {
  return useQueuedTask<Instant | null, Dossier>(changes, async (named) => {
    const since = named === null ? {} : { since: named }
    const say = (at: { at?: Instant }) =>
      callWith(dossiers.setState, { params: { deviceId }, body: { state, ...since, ...at } })
    if (state !== 'STOLEN') return { waits: false, reply: await say({}) }
    const at = clock.now().toISOString()
    return callOrWait(() => say({ at }), { kind: 'theft', id: deviceId, at, ...since })
  })
}
