import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { PhonesStore } from './phones.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const phoneCodesPurge = job('phone-codes-purge', z.object({}))

export function registerPhonesJobs(
  jobs: Pick<Jobs, 'every'>,
  { store, clock }: { store: Pick<PhonesStore, 'purge'>; clock: Clock },
): void {
  jobs.every(phoneCodesPurge, '23 * * * *', () => store.purge(clock.now()))
}
