import * as z from 'zod'
import { voteServerLimits } from '#contract/poi-reports-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { PoiReportsStore } from './poi-reports.store.ts'

const doubtsPurge = job('poi-doubts-purge', z.object({}))

interface Parts {
  store: Pick<PoiReportsStore, 'forgetDoubts'>
  clock: Clock
}

export function registerPoiReportsJobs(jobs: Pick<Jobs, 'every'>, { store, clock }: Parts): void {
  jobs.every(doubtsPurge, '43 3 * * *', () =>
    store.forgetDoubts(new Date(clock.now().getTime() - voteServerLimits.doubtDays * dayMs)),
  )
}
