import { inject } from 'vitest'
import type { TestPostgres } from './postgres.setup.ts'

/* The databases that were started for the run. Each worker has its own, so that no file empties another one's tables. */

/** This worker's PostgreSQL, or why there is none. */
export function runPostgres(): TestPostgres {
  return ofThisWorker(inject('postgres'))
}

/** Whether it is a coordinator with servers beside it (`TEST_DATABASE_URL`). */
export function isRunDistributed(): boolean {
  const postgres = runPostgres()
  return 'url' in postgres && postgres.isDistributed
}

/** The folder of the socket on which this worker's embedded database answers. */
export function runEmbeddedSocketFolder(): string {
  return ofThisWorker(inject('embeddedSocketFolders'))
}

function ofThisWorker<Started>(started: readonly Started[]): Started {
  // Vitest counts its workers from 1.
  const own = started[(Number(process.env['VITEST_POOL_ID']) - 1) % started.length]
  if (own === undefined) throw new Error('no database was started for this worker')
  return own
}
