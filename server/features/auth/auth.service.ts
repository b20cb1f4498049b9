import { auth, type User } from '#contract/auth/auth.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { type Account, type AccountsStore, userOf } from './accounts.store.ts'
import type { CredentialsStore } from './credentials.store.ts'
import type { BeginSession, Entrance, Origin } from './entrance.ts'
import type { MailedTokensStore } from './mailed-tokens.store.ts'
import { provenHash } from './proven-hash.ts'
import { askForSecondFactor } from './second-step.ts'
import type { SecuredAccountsStore } from './secured-accounts.store.ts'
import type { SessionsStore, SignInProof } from './sessions.store.ts'
import { slotOfReader, type SignInLimits } from './sign-in-limits.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { hashPassword, refuseCommonest } from '#server/platform/passwords.ts'
import { createSecret, hashOf, looksLikeToken, signOutHashOf } from '#server/platform/secrets.ts'

const { rules: passwordResetRules } = auth.passwordReset.limit

interface Credentials {
  email: string
  password: string
  /** Needed if the account has a second factor. */
  code?: string | undefined
  browserKey?: string | undefined
}

export type AuthService = ReturnType<typeof createAuthService>

/** Signs in and out; and what the reader of a mailbox does without being signed in. */
export function createAuthService({
  accounts,
  sessions,
  tokens,
  credentials,
  securedAccounts,
  attempts,
  clock,
  secondFactor,
  signInLimits,
  beginSession,
}: {
  accounts: AccountsStore
  sessions: SessionsStore
  tokens: MailedTokensStore
  credentials: Pick<CredentialsStore, 'resetPassword'>
  securedAccounts: SecuredAccountsStore
  attempts: Attempts
  clock: Clock
  secondFactor: SecondFactorCheck
  signInLimits: SignInLimits
  beginSession: BeginSession
}) {
  const startSession = async (account: Account, proof: SignInProof, origin: Entrance) => {
    const session = await beginSession(account, proof, origin)
    if (session === null) throw wrongCredentials()
    return session
  }

  return {
    /** The missing stage of verification is revealed only to somebody who knows the password, and the code if one is needed. */
    async login(input: Credentials, origin: Origin): Promise<{ user: User; token: string }> {
      const { email, password, browserKey } = input
      const tried = await signInLimits.take({ email, network: origin.network, browserKey })
      // The demo account has no password.
      const checked = tried.account?.demo === true ? null : tried.account
      const passwordHash = await provenHash(accounts, checked, password, tried.place).catch(async (error: unknown) => {
        await tried.undo()
        throw error
      })
      if (checked === null || passwordHash === null) throw wrongCredentials()
      const second = await askForSecondFactor(secondFactor, { userId: checked.id, code: input.code, tried })
      await tried.forgive()
      refuseUnfinished(checked)
      return startSession(checked, { passwordHash, secondFactor: second }, { ...origin, browserKey })
    },

    /** Signs in with a passkey that was proved to be the account's. It takes no further factor: it is two. */
    async enterWithPasskey(passkey: { id: string; userId: string }, origin: Entrance) {
      const account = await accounts.accountById(passkey.userId)
      if (account === null) throw new Problem('PASSKEY_UNKNOWN')
      refuseUnfinished(account)
      return startSession(account, { passkeyId: passkey.id }, origin)
    },

    /** Signs in with the demo account, which exists only when the demo is on. */
    async loginAsDemo(demoEmail: string | null, origin: Origin): Promise<{ user: User; token: string }> {
      const account = demoEmail === null ? null : await accounts.accountByEmail(demoEmail)
      if (account === null || !account.demo) throw new Problem('NOT_FOUND')
      return startSession(account, { passwordHash: account.passwordHash }, origin)
    },

    logout: (token: string) => sessions.endSession({ tokenHash: hashOf(token) }, clock.now()),

    /** What a browser kept that was signed out without a network. */
    logoutLater: (key: string) => sessions.endSession({ signOutHash: hashOf(key) }, clock.now()),

    async session(token: string): Promise<SignedIn | null> {
      const found = await sessions.useSession(hashOf(token), clock.now(), () => signOutHashOf(token))
      if (found === null || found.account.disabled) return null
      const { sessionId, confirmedAt, account } = found
      return { kind: 'user', sessionId, confirmedAt, user: userOf(account) }
    },

    /** Null if the account is gone or disabled. */
    async enabledUser(userId: string): Promise<User | null> {
      const account = await accounts.accountById(userId)
      return account === null || account.disabled ? null : userOf(account)
    },

    async requestPasswordReset(email: string, origin: Origin): Promise<void> {
      await takeAttempt(attempts, passwordResetRules.network, origin.network)
      await takeAttempt(attempts, passwordResetRules.email, email.toLowerCase())
      await accounts.mailPasswordReset(email)
    },

    async confirmPasswordReset(token: string, newPassword: string, { network }: Origin): Promise<void> {
      refuseCommonest(newPassword, 'newPassword')
      const hash = hashOf(token)
      const mailed = await tokens.token(hash, ['password-reset'])
      if (mailed === null || mailed.usedAt !== null) throw new Problem('TOKEN_INVALID')
      if (mailed.expiresAt <= clock.now()) throw new Problem('EXPIRED')
      const passwordHash = await hashPassword(newPassword, slotOfReader(mailed))
      const email = await credentials.resetPassword({ tokenHash: hash, passwordHash, at: clock.now() })
      if (email === null) throw new Problem('TOKEN_INVALID')
      await signInLimits.forget(email, network)
    },

    /** „Das war ich nicht“: by a link in an e-mail to an address that the account has, or had until recently. */
    async secureAccount(token: string): Promise<{ email: string }> {
      if (!looksLikeToken(token)) throw secureLinkProblem('TOKEN_NOT_FOUND')
      const hash = hashOf(token)
      const mailed = await tokens.token(hash, ['secure-account'])
      if (mailed === null) throw secureLinkProblem('TOKEN_NOT_FOUND')
      if (mailed.usedAt !== null) throw secureLinkProblem('ALREADY_USED')
      if (mailed.expiresAt <= clock.now()) throw secureLinkProblem('EXPIRED')
      const passwordHash = await hashPassword(createSecret().token, slotOfReader(mailed))
      const secured = await securedAccounts.secureAccount({ tokenHash: hash, passwordHash, at: clock.now() })
      if (secured === null) throw secureLinkProblem('ALREADY_USED')
      if (secured === 'taken') throw secureLinkProblem('EMAIL_EXISTS')
      return { email: secured.email }
    },
  }
}

function wrongCredentials(): Problem {
  return new Problem('UNAUTHORIZED', { message: 'E-Mail-Adresse oder Passwort ist falsch.' })
}

const secureLinkMessages = {
  TOKEN_NOT_FOUND:
    'Dieser Link ist unvollständig oder gilt nicht mehr. Bitte nehmen Sie den aus unserer neuesten E-Mail.',
  ALREADY_USED: 'Das ist schon geschehen: Alle Browser sind abgemeldet. Bitte setzen Sie ein neues Passwort.',
  EXPIRED:
    'Dieser Link ist abgelaufen. Sie können jederzeit ein neues Passwort setzen; dabei werden alle Browser abgemeldet.',
  EMAIL_EXISTS: 'Ihre E-Mail-Adresse gehört inzwischen zu einem anderen Konto. Bitte wenden Sie sich an den Support.',
} as const satisfies Partial<Record<ProblemCode, string>>

function secureLinkProblem(code: keyof typeof secureLinkMessages): Problem {
  return new Problem(code, { message: secureLinkMessages[code] })
}

function refuseUnfinished(account: Account): void {
  if (account.disabled) throw new Problem('ACCOUNT_DISABLED')
  if (!account.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED', { email: account.email })
  if (!account.imeiVerified) throw new Problem('IMEI_NOT_VERIFIED', { email: account.email })
}
