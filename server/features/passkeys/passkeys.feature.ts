import type { Foundations } from '#server/foundations.ts'
import { createPasskeyCheck, type PasskeyCheck } from './passkey-check.ts'
import { registerPasskeysJobs } from './passkeys.jobs.ts'
import { registerPasskeysRoutes } from './passkeys.routes.ts'
import { createPasskeysService, type EnterWithPasskey, type OnCredentialChange } from './passkeys.service.ts'
import { createPasskeysStore } from './passkeys.store.ts'

/** What signing in needs of it, and so is built before. */
export function buildPasskeyCheck(
  foundations: Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock'>,
): PasskeyCheck {
  return createPasskeyCheck(foundations)
}

interface Neighbours {
  check: PasskeyCheck
  /** Begins sessions, and sends the e-mails about credentials. */
  auth: { enterWithPasskey: EnterWithPasskey; onCredentialChange: OnCredentialChange }
}

export function buildPasskeys(
  { database, clock, newId, jobs, api }: Pick<Foundations, 'database' | 'clock' | 'newId' | 'jobs' | 'api'>,
  { check, auth }: Neighbours,
): void {
  const store = createPasskeysStore(database)
  const { enterWithPasskey: enter, onCredentialChange } = auth
  registerPasskeysRoutes(api, createPasskeysService({ store, check, enter, onCredentialChange, clock, newId }))
  registerPasskeysJobs(jobs, { store, clock })
}
