import { auth, type User } from '#contract/auth.ts'
import type { Rule } from '#contract/call-limit.ts'
import { limits } from '#contract/limits.ts'
import { registration } from '#contract/registration.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { type Account, type AuthStore, isFinished, userOf } from './auth.store.ts'
import type { CredentialsStore } from './credentials.store.ts'
import { passwordChangedMail, passwordResetMail, verificationMail } from './auth.jobs.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { DeviceRegistry } from '#server/features/devices/devices.service.ts'
import type { Caller, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/ids.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createSecret, hashOf, hashPassword, looksLikeToken, verifyPassword } from '#server/secrets.ts'

const { rules: imeiRules } = registration.verifyImei.limit
const { rules: resendRules } = registration.resendVerification.limit
const { rules: passwordResetRules } = auth.passwordReset.limit

/** Where a call comes from: its network (`networkOf`), and the browser's words for itself. */
export interface Origin {
  network: string
  client: string
}

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({
  store,
  credentials,
  attempts,
  clock,
  jobs,
  registry,
  signInLimits,
}: {
  store: AuthStore
  credentials: CredentialsStore
  attempts: Attempts
  clock: Clock
  jobs: Jobs
  registry: DeviceRegistry
  signInLimits: SignInLimits
}) {
  /** @throws {Problem} RATE_LIMITED with the seconds until the next try. */
  const take = async (rule: Rule, subject: string) => {
    const taken = await attempts.take(rule, subject)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
    return taken
  }

  const startSession = async (account: Account, client: string) => {
    const { token, hash } = createSecret()
    const begun = await store.createSession({
      id: randomId(),
      userId: account.id,
      passwordHash: account.passwordHash,
      tokenHash: hash,
      client: client.slice(0, 200),
      at: clock.now(),
    })
    if (!begun) throw wrongCredentials()
    return { user: userOf(account), token }
  }

  return {
    async register(input: { email: string; password: string }): Promise<User> {
      const account = await store.createAccount({
        id: randomId(),
        email: input.email,
        passwordHash: await hashPassword(input.password),
        createdAt: clock.now(),
      })
      if (account === null)
        throw new Problem('EMAIL_EXISTS', { fields: { email: new Problem('EMAIL_EXISTS').message } })
      await attempts.take(resendRules.email, account.email.toLowerCase())
      await jobs.send(verificationMail, { userId: account.id })
      return userOf(account)
    },

    /** The stage of verification is told only to whoever knows the password. */
    async login(input: { email: string; password: string }, origin: Origin): Promise<{ user: User; token: string }> {
      const account = await store.accountByEmail(input.email)
      const userId = account?.id ?? null
      const tried = await signInLimits.take({ email: input.email, userId, network: origin.network })
      // The demo account has no password, and no stored hash that one could fit.
      const hasPassword = account !== null && !account.demo
      const right = await verifyPassword(
        hasPassword ? account.passwordHash : await unknownAccountHash(),
        input.password,
      )
      if (!hasPassword || !right) throw wrongCredentials()
      await tried.forgive()
      refuseUnfinished(account)
      const begun = await startSession(account, origin.client)
      await signInLimits.knows(account.id, origin.network)
      return begun
    },

    /** Signs in with the demo world's account; there is one only when the demo is on. */
    async loginAsDemo(demoEmail: string | null, origin: Origin): Promise<{ user: User; token: string }> {
      const account = demoEmail === null ? null : await store.accountByEmail(demoEmail)
      if (account === null || !account.demo) throw new Problem('NOT_FOUND')
      return startSession(account, origin.client)
    },

    logout: (token: string) => store.endSession(hashOf(token)),

    async session(token: string): Promise<SignedIn | null> {
      const found = await store.useSession(hashOf(token), clock.now())
      if (found === null || found.account.disabled) return null
      return { kind: 'user', sessionId: found.sessionId, user: userOf(found.account) }
    },

    async verifyEmail(token: string, caller: Caller): Promise<{ email: string; imeiVerified: boolean }> {
      if (!looksLikeToken(token)) throw new Problem('TOKEN_INVALID')
      const hash = hashOf(token)
      const mailed = await store.token(hash, ['verify-email', 'change-email'])
      if (mailed === null) throw new Problem('TOKEN_NOT_FOUND')
      // A mail scanner may have opened the link first: whoever comes second is led on, not stopped.
      if (mailed.usedAt !== null) throw new Problem('ALREADY_USED', { email: mailed.email })
      const now = clock.now()
      if (mailed.expiresAt <= now) throw new Problem('EXPIRED', { email: mailed.email })
      if (mailed.purpose === 'verify-email') {
        if (!(await store.useToken(hash, now))) throw new Problem('ALREADY_USED', { email: mailed.email })
        await store.markEmailVerified(mailed.userId, now)
      } else {
        const keptSessionId = caller.kind === 'user' ? caller.sessionId : null
        const adopted = await credentials.adoptEmail({ tokenHash: hash, email: mailed.email, keptSessionId, at: now })
        if (!adopted) throw new Problem('TOKEN_INVALID')
      }
      const account = await store.accountByEmail(mailed.email)
      return { email: mailed.email, imeiVerified: account?.imeiVerified === true }
    },

    /**
     * As long as an account is not finished, the reader of its mailbox sets its password: somebody else may have registered
     * the address, and never learns that it was confirmed.
     */
    async confirmPassword(
      { token, password }: { token: string; password: string },
      caller: Caller,
    ): Promise<{ email: string }> {
      const hash = hashOf(token)
      const mailed = await store.token(hash, ['verify-email'])
      if (mailed === null) throw new Problem('TOKEN_INVALID')
      if (mailed.expiresAt <= clock.now()) throw new Problem('EXPIRED', { email: mailed.email })
      const passwordHash = await hashPassword(password)
      const keptSessionId = caller.kind === 'user' ? caller.sessionId : null
      const change = { tokenHash: hash, passwordHash, keptSessionId, at: clock.now() }
      const email = await credentials.confirmPassword(change)
      if (email === null) throw new Problem('ALREADY_USED', { email: mailed.email })
      return { email }
    },

    /** The same answer whether the account exists or not. */
    async resendVerification(email: string, origin: Origin): Promise<{ cooldownSeconds: number }> {
      await take(resendRules.network, origin.network)
      await take(resendRules.email, email.toLowerCase())
      const account = await store.accountByEmail(email)
      if (account !== null && !isFinished(account)) await jobs.send(verificationMail, { userId: account.id })
      return { cooldownSeconds: limits.account.resendCooldownSeconds }
    },

    async requestPasswordReset(email: string, origin: Origin): Promise<void> {
      await take(passwordResetRules.network, origin.network)
      await take(passwordResetRules.email, email.toLowerCase())
      const account = await store.accountByEmail(email)
      if (account !== null && !account.demo) await jobs.send(passwordResetMail, { userId: account.id })
    },

    async confirmPasswordReset(token: string, newPassword: string, { network }: Origin): Promise<void> {
      const hash = hashOf(token)
      const mailed = await store.token(hash, ['password-reset'])
      if (mailed === null || mailed.usedAt !== null) throw new Problem('TOKEN_INVALID')
      if (mailed.expiresAt <= clock.now()) throw new Problem('EXPIRED')
      const passwordHash = await hashPassword(newPassword)
      const email = await credentials.resetPassword({ tokenHash: hash, passwordHash, at: clock.now() })
      if (email === null) throw new Problem('TOKEN_INVALID')
      await signInLimits.knows(mailed.userId, network)
      await jobs.send(passwordChangedMail, { email })
    },

    /** „Das war ich nicht“: by the link to the present address. Answers with that address. */
    async cancelEmailChange(token: string): Promise<{ email: string }> {
      const hash = hashOf(token)
      const mailed = await store.token(hash, ['cancel-email-change'])
      if (mailed === null || mailed.usedAt !== null || mailed.expiresAt <= clock.now())
        throw new Problem('EMAIL_CHANGE_OVER')
      const email = await credentials.cancelEmailChange({ tokenHash: hash, at: clock.now() })
      if (email === null) throw new Problem('EMAIL_CHANGE_OVER')
      return { email }
    },

    /** Proves the purchase by the IMEI. Every failure that says something about an IMEI counts against the hour's attempts. */
    async verifyImei(input: { email: string; imei: string; claimCode?: string | null | undefined }, origin: Origin) {
      const subject = `${input.email.toLowerCase()} ${origin.network}`
      if (!/^\d{15}$/.test(input.imei)) {
        const left = await attempts.look(imeiRules.account, subject)
        throw new Problem('INVALID_FORMAT', { remainingAttempts: left.allowed ? left.remaining : 0 })
      }
      const taken = await takeImeiAttempt(input.email.toLowerCase(), origin.network)
      const failure = async (code: 'IMEI_NOT_FOUND' | 'ALREADY_ASSIGNED' | 'DEVICE_LIMIT_REACHED') => {
        // The last one tells when the next is possible: nobody has to fail once more to learn it.
        const next = taken.remaining > 0 ? null : await attempts.look(imeiRules.account, subject)
        const wait = next?.allowed === false ? { retryAfter: next.retryAfterSeconds } : {}
        return new Problem(code, { remainingAttempts: taken.remaining, ...wait })
      }
      /** No IMEI was tried. Only the network's count stays, because this answer tells which accounts exist. */
      const tooEarly = async (code: 'EMAIL_NOT_VERIFIED' | 'PASSWORD_NOT_CONFIRMED') => {
        await taken.forgiveAccount()
        return new Problem(code, { remainingAttempts: taken.remaining + 1 })
      }

      const account = await store.accountByEmail(input.email)
      if (account === null) throw await failure('IMEI_NOT_FOUND')
      if (!account.emailVerified) throw await tooEarly('EMAIL_NOT_VERIFIED')
      if (account.imeiVerified) {
        // This call needs no session: anybody who knows the address could add devices here, or learn of some.
        const own = (await registry.list(account.id)).find((device) => device.imei === input.imei)
        if (account.demo || own === undefined) throw await failure('IMEI_NOT_FOUND')
        const { id, imei, deviceModel } = own
        return { device: { id, imei, deviceModel }, remainingAttempts: taken.remaining }
      }
      if (!account.passwordConfirmed) throw await tooEarly('PASSWORD_NOT_CONFIRMED')
      const { imei: claimed, claimCode = null } = input
      const claim = { imei: claimed, deviceName: null, claimCode }
      const registered = await registry.register({ ...claim, userId: account.id, finishesAccount: true })
      if (registered.outcome === 'unknown') throw await failure('IMEI_NOT_FOUND')
      if (registered.outcome === 'assigned') throw await failure('ALREADY_ASSIGNED')
      if (registered.outcome === 'full') throw await failure('DEVICE_LIMIT_REACHED')
      await taken.forgiveNetwork()
      const { id, imei, deviceModel } = registered.device
      return { device: { id, imei, deviceModel }, remainingAttempts: taken.remaining }
    },
  }

  /** Counts one try against the network, against the account wherever it is tried from, and against it from this network. */
  async function takeImeiAttempt(email: string, network: string) {
    const verdict = await attempts.takeTogether({
      network: [imeiRules.network, network],
      email: [imeiRules.email, email],
      account: [imeiRules.account, `${email} ${network}`],
    })
    if (!verdict.allowed)
      throw new Problem('RATE_LIMIT_EXCEEDED', { retryAfter: verdict.retryAfterSeconds, remainingAttempts: 0 })
    const { taken } = verdict
    const forgiveAccount = async () => {
      await taken.email.undo()
      await taken.account.undo()
    }
    return { remaining: taken.account.remaining, forgiveNetwork: taken.network.undo, forgiveAccount }
  }
}

function wrongCredentials(): Problem {
  return new Problem('UNAUTHORIZED', { message: 'E-Mail-Adresse oder Passwort ist falsch.' })
}

function refuseUnfinished(account: Account): void {
  if (account.disabled) throw new Problem('ACCOUNT_DISABLED')
  if (!account.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED', { email: account.email })
  if (!account.imeiVerified) throw new Problem('IMEI_NOT_VERIFIED', { email: account.email })
}

let unknownHash: Promise<string> | undefined

/** A hash to check against when there is no account, so that the answer takes as long either way. */
function unknownAccountHash(): Promise<string> {
  unknownHash ??= hashPassword(randomId())
  return unknownHash
}
