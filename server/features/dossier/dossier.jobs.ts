import * as z from 'zod'
import { dossierLimits } from '#contract/dossier.ts'
import type { Clock } from '#server/clock.ts'
import type { DossierLinksStore } from './dossier.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const dossierPurge = job('dossier-purge', z.object({}))
const dayMs = 24 * 60 * 60_000

/** Links that ended long ago are forgotten. */
export function registerDossierJobs(
  jobs: Jobs,
  { links, clock }: { links: Pick<DossierLinksStore, 'purge'>; clock: Clock },
): void {
  jobs.every(dossierPurge, '47 3 * * *', async () => {
    await links.purge(new Date(clock.now().getTime() - dossierLimits.endedLinkDays * dayMs))
  })
}
