import type { Foundations } from '#server/foundations.ts'
import { createPasskeyCheck, type PasskeyCheck } from './passkey-check.ts'
import { registerPasskeysJobs } from './passkeys.jobs.ts'
import { registerPasskeysRoutes } from './passkeys.routes.ts'
import { createPasskeysService, type EnterWithPasskey } from './passkeys.service.ts'
import { createPasskeysStore } from './passkeys.store.ts'

/** What signing in needs of it, and so is built before. */
export function buildPasskeyCheck(
  foundations: Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock' | 'jobs'>,
): PasskeyCheck {
  return createPasskeyCheck(foundations)
}

interface Neighbours {
  check: PasskeyCheck
  /** Begins sessions. */
  auth: { enterWithPasskey: EnterWithPasskey }
}

export function buildPasskeys(
  { database, clock, newId, jobs, api }: Pick<Foundations, 'database' | 'clock' | 'newId' | 'jobs' | 'api'>,
  { check, auth }: Neighbours,
): void {
  const store = createPasskeysStore(database, jobs)
  const { enterWithPasskey: enter } = auth
  registerPasskeysRoutes(api, createPasskeysService({ store, check, enter, clock, newId }))
  registerPasskeysJobs(jobs, { store, clock })
}
