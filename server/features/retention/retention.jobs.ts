import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import { deleteOld } from './retention.store.ts'

const retention = round('retention')

/** What versions before did one by one. */
const replaced = [
  'activity-purge',
  'dossier-purge',
  'poi-doubts-purge',
  'hidden-pois-purge',
  'emergency-contacts-purge',
  'shares-purge',
  'reminders-expire',
  'device-offers-purge',
  'phone-codes-purge',
] as const

/** At night, what is old is deleted, whichever feature keeps it. */
export function registerRetentionJobs(
  jobs: Pick<Jobs, 'every' | 'end'>,
  { database, clock }: { database: Database; clock: Pick<Clock, 'now'> },
): void {
  jobs.every(retention, '37 3 * * *', () => deleteOld(database, clock.now()))
  jobs.end(replaced)
}
