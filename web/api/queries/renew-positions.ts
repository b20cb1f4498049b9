import type { QueryClient } from '@tanstack/react-query'
import { dossiers } from '#contract/dossier/dossier.ts'
import { history } from '#contract/history/history.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { clock } from '#web/browser/clock.ts'

/** What is said of a vehicle by its positions. */
const fromPositions = [history.latest, history.days, dossiers.show, vehicles.states]

/** Asks again for all that deleted positions have said, such as where the vehicle is. */
export function renewFromPositions(client: QueryClient): void {
  const deletedBy = clock.browserNow()
  for (const { path } of fromPositions) void client.invalidateQueries({ queryKey: [path] })
  void forgetKept(deletedBy)
}

/** What was deleted is not kept here either. */
async function forgetKept(until: number): Promise<void> {
  try {
    const { forgetPositions } = await import('#web/api/offline/offline-answers.ts')
    await forgetPositions(until)
  } catch {
    // Without that code nothing was kept.
  }
}
