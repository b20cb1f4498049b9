import { demoEmail } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { DeviceRegistry } from '#server/features/devices/devices.service.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { PasskeyCheck } from '#server/features/passkeys/passkey-check.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { Foundations } from '#server/foundations.ts'
import { createAccountsStore } from './accounts.store.ts'
import { registerAuthJobs } from './auth.jobs.ts'
import { registerAuthRoutes } from './auth.routes.ts'
import { createAuthService } from './auth.service.ts'
import { createCredentialsStore } from './credentials.store.ts'
import { createBeginSession } from './entrance.ts'
import { createMailedLinks } from './mailed-links.ts'
import { createMailedTokensStore } from './mailed-tokens.store.ts'
import { createPasswordProof } from './password-proof.ts'
import { createPasswordConfirmationsStore } from './registration/password-confirmations.store.ts'
import { registerRegistrationRoutes } from './registration/registration.routes.ts'
import { createRegistrationService } from './registration/registration.service.ts'
import { createSecuredAccountsStore } from './secured-accounts.store.ts'
import { createSessionListStore } from './session-list.store.ts'
import { createSessionsStore } from './sessions.store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { registerStepUpRoutes } from './step-up.routes.ts'
import { createStepUpService } from './step-up.service.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'attempts' | 'mailer' | 'jobs' | 'api'>

export function buildAuth(
  { settings, database, clock, attempts, mailer, jobs, api }: Needs,
  {
    hooks,
    registry,
    secondFactor,
    passkeys,
    messages,
  }: {
    hooks: Hooks
    registry: DeviceRegistry
    secondFactor: SecondFactorCheck
    passkeys: Pick<PasskeyCheck, 'isOn' | 'proved'>
    messages: Pick<Messages, 'email'>
  },
) {
  const accounts = createAccountsStore(database, jobs)
  const sessions = createSessionsStore(database, jobs)
  const tokens = createMailedTokensStore(database)
  const credentials = createCredentialsStore(database, jobs, hooks)
  const beginSession = createBeginSession({ sessions, clock })
  const signInLimits = createSignInLimits({ accounts, sessions, attempts, clock })
  const parts = { accounts, sessions, tokens, credentials, attempts, clock, signInLimits, beginSession }
  const securedAccounts = createSecuredAccountsStore(database, jobs, hooks)
  const service = createAuthService({ ...parts, securedAccounts, secondFactor })
  const confirmations = createPasswordConfirmationsStore(database, hooks)
  const passwordProof = createPasswordProof({ accounts, attempts })
  const links = createMailedLinks({ tokens, clock, publicUrl: settings.PUBLIC_URL })
  registerAuthRoutes(api, service, settings.DEMO ? demoEmail : null)
  registerRegistrationRoutes(api, createRegistrationService({ ...parts, confirmations, registry }))
  registerStepUpRoutes(api, createStepUpService({ passwordProof, secondFactor, passkeys, sessions, clock }))
  registerAuthJobs(jobs, { accounts, mailer, messages, clock, links })
  return {
    session: service.session,
    enabledUser: service.enabledUser,
    enterWithPasskey: service.enterWithPasskey,
    accounts,
    credentials,
    sessionList: createSessionListStore(database),
    links,
    passwordProof,
  }
}
