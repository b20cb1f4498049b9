import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { PasskeysStore } from './passkeys.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'

const challengesPurge = job('passkey-challenges-purge', z.object({}))

export function registerPasskeysJobs(
  jobs: Pick<Jobs, 'every'>,
  { store, clock }: { store: Pick<PasskeysStore, 'purgeChallenges'>; clock: Clock },
): void {
  jobs.every(challengesPurge, '*/15 * * * *', () => store.purgeChallenges(clock.now()))
}
