import { accountLimits } from '#contract/account/account-limits.ts'
import type { User } from '#contract/auth/auth.ts'
import { registration } from '#contract/auth/registration.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { DeviceRegistry } from '#server/features/devices/devices.service.ts'
import type { Caller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { randomId } from '#server/platform/ids.ts'
import { hashPassword, refuseCommonest } from '#server/platform/passwords.ts'
import { createSecret, hashOf, looksLikeToken } from '#server/platform/secrets.ts'
import { type AccountsStore, userOf } from '../accounts.store.ts'
import type { CredentialsStore } from '../credentials.store.ts'
import type { BeginSession, Origin } from '../entrance.ts'
import type { MailedTokensStore } from '../mailed-tokens.store.ts'
import type { SessionsStore } from '../sessions.store.ts'
import { slotOfReader, type SignInLimits } from '../sign-in-limits.ts'
import type { PasswordConfirmationsStore } from './password-confirmations.store.ts'

const { rules: imeiRules } = registration.verifyImei.limit
const { rules: resendRules } = registration.resendVerification.limit

/** What proves the purchase, and what a browser shows that is to be signed in by it. */
interface PurchaseProof {
  email: string
  imei: string
  claimCode?: string | null | undefined
  registrationSecret?: string | undefined
  browserKey?: string | undefined
}

export type RegistrationService = ReturnType<typeof createRegistrationService>

/** The steps before the first sign-in: the account, its address, its password and the purchase. */
export function createRegistrationService({
  accounts,
  sessions,
  tokens,
  credentials,
  confirmations,
  attempts,
  clock,
  registry,
  signInLimits,
  beginSession,
}: {
  accounts: AccountsStore
  sessions: Pick<SessionsStore, 'isConfirmedThere'>
  tokens: MailedTokensStore
  credentials: Pick<CredentialsStore, 'adoptEmail'>
  confirmations: PasswordConfirmationsStore
  attempts: Attempts
  clock: Clock
  registry: DeviceRegistry
  signInLimits: Pick<SignInLimits, 'placeOf'>
  beginSession: BeginSession
}) {
  return {
    async register(
      input: { email: string; password: string },
      { network }: Origin,
    ): Promise<{ user: User; registrationSecret: string }> {
      refuseCommonest(input.password, 'password')
      const place = await signInLimits.placeOf(network)
      const { token: registrationSecret, hash: registrationSecretHash } = createSecret()
      const account = await accounts.createAccount({
        id: randomId(),
        email: input.email,
        passwordHash: await hashPassword(input.password, place),
        createdAt: clock.now(),
        registrationSecretHash,
      })
      if (account === null)
        throw new Problem('EMAIL_EXISTS', { fields: { email: new Problem('EMAIL_EXISTS').message } })
      await attempts.take(resendRules.email, account.email.toLowerCase())
      return { user: userOf(account), registrationSecret }
    },

    async verifyEmail(token: string, caller: Caller): Promise<{ email: string; imeiVerified: boolean }> {
      if (!looksLikeToken(token)) throw new Problem('TOKEN_INVALID')
      const hash = hashOf(token)
      const mailed = await tokens.token(hash, ['verify-email', 'change-email'])
      if (mailed === null) throw new Problem('TOKEN_NOT_FOUND')
      // A mail scanner may have opened the link first: the second visitor continues and is not stopped.
      if (mailed.usedAt !== null) throw new Problem('ALREADY_USED', { email: mailed.email })
      const now = clock.now()
      if (mailed.expiresAt <= now) throw new Problem('EXPIRED', { email: mailed.email })
      if (mailed.purpose === 'verify-email') {
        if (!(await tokens.useToken(hash, now))) throw new Problem('ALREADY_USED', { email: mailed.email })
        await accounts.markEmailVerified(mailed.userId, now)
      } else {
        const keptSessionId = caller.kind === 'user' ? caller.sessionId : null
        const adopted = await credentials.adoptEmail({ tokenHash: hash, email: mailed.email, keptSessionId, at: now })
        if (adopted === null) throw new Problem('TOKEN_INVALID')
      }
      const account = await accounts.accountByEmail(mailed.email)
      return { email: mailed.email, imeiVerified: account?.imeiVerified === true }
    },

    /**
     * Until an account is finished, the reader of its mailbox sets its password. Somebody else may have registered the
     * address, and must not learn that it was confirmed.
     */
    async confirmPassword(
      { token, password }: { token: string; password: string },
      caller: Caller,
    ): Promise<{ email: string }> {
      refuseCommonest(password, 'password')
      const hash = hashOf(token)
      const mailed = await tokens.token(hash, ['verify-email'])
      if (mailed === null) throw new Problem('TOKEN_INVALID')
      if (mailed.expiresAt <= clock.now()) throw new Problem('EXPIRED', { email: mailed.email })
      const passwordHash = await hashPassword(password, slotOfReader(mailed))
      const keptSessionId = caller.kind === 'user' ? caller.sessionId : null
      const change = { tokenHash: hash, passwordHash, keptSessionId, at: clock.now() }
      const email = await confirmations.confirmPassword(change)
      if (email === null) throw new Problem('ALREADY_USED', { email: mailed.email })
      return { email }
    },

    /**
     * In the browser that registered the account, the reader of its mailbox is not asked for the password again: its secret
     * says that they are the same.
     */
    async confirmHere({ token, registrationSecret }: { token: string; registrationSecret: string }) {
      const tokenHash = hashOf(token)
      const mailed = await tokens.token(tokenHash, ['verify-email'])
      if (mailed === null) throw new Problem('TOKEN_INVALID')
      const at = clock.now()
      if (mailed.expiresAt <= at) throw new Problem('EXPIRED', { email: mailed.email })
      const next = createSecret()
      const secretHash = hashOf(registrationSecret)
      const confirmed = await confirmations.confirmHere({ tokenHash, secretHash, nextSecretHash: next.hash, at })
      if (confirmed === 'ended') throw new Problem('ALREADY_USED', { email: mailed.email })
      if (confirmed === 'other-browser') throw new Problem('OTHER_BROWSER')
      return { email: confirmed.email, registrationSecret: next.token }
    },

    /** The same answer whether the account exists or not. */
    async resendVerification(email: string, origin: Origin): Promise<{ cooldownSeconds: number }> {
      await takeAttempt(attempts, resendRules.network, origin.network)
      await takeAttempt(attempts, resendRules.email, email.toLowerCase())
      await accounts.mailVerification(email)
      return { cooldownSeconds: accountLimits.resendCooldownSeconds }
    },

    /** Proves the purchase by the IMEI. Every failure that says something about an IMEI counts against the hour's attempts. */
    async verifyImei(input: PurchaseProof, origin: Origin) {
      const subject = `${input.email.toLowerCase()} ${origin.network}`
      if (!/^\d{15}$/.test(input.imei)) {
        const left = await attempts.look(imeiRules.account, subject)
        throw new Problem('INVALID_FORMAT', { remainingAttempts: left.allowed ? left.remaining : 0 })
      }
      const taken = await takeImeiAttempt(input.email.toLowerCase(), origin.network)
      const failure = async (code: 'IMEI_NOT_FOUND' | 'ALREADY_ASSIGNED' | 'DEVICE_LIMIT_REACHED') => {
        // The last failure says when the next try is possible, so nobody has to fail once more to learn it.
        const next = taken.remaining > 0 ? null : await attempts.look(imeiRules.account, subject)
        const wait = next?.allowed === false ? { retryAfter: next.retryAfterSeconds } : {}
        return new Problem(code, { remainingAttempts: taken.remaining, ...wait })
      }
      /** No IMEI was tried. Only the network's count stays, because this answer reveals which accounts exist. */
      const tooEarly = async (code: 'EMAIL_NOT_VERIFIED' | 'PASSWORD_NOT_CONFIRMED') => {
        await taken.forgiveAccount()
        return new Problem(code, { remainingAttempts: taken.remaining + 1 })
      }

      const account = await accounts.accountByEmail(input.email)
      if (account === null) throw await failure('IMEI_NOT_FOUND')
      if (!account.emailVerified) throw await tooEarly('EMAIL_NOT_VERIFIED')
      if (account.imeiVerified) {
        // This call needs no session: anybody who knows the address could add devices here, or learn about some.
        const own = (await registry.list(account.id)).find((device) => device.imei === input.imei)
        if (account.demo || own === undefined) throw await failure('IMEI_NOT_FOUND')
        const { id, imei, deviceModel } = own
        return { device: { id, imei, deviceModel }, remainingAttempts: taken.remaining }
      }
      if (!account.passwordConfirmed) throw await tooEarly('PASSWORD_NOT_CONFIRMED')
      // Somebody else has set a password since: the device does not go to that person.
      const proof = proofOfRegistration(input)
      if (proof !== null && !(await sessions.isConfirmedThere(account.id, proof, clock.now()))) {
        throw await tooEarly('PASSWORD_NOT_CONFIRMED')
      }
      const { imei: claimed, claimCode = null } = input
      const claim = { imei: claimed, deviceName: null, claimCode }
      const registered = await registry.register({ ...claim, userId: account.id, finishesAccount: true })
      if (registered.outcome === 'unknown') throw await failure('IMEI_NOT_FOUND')
      if (registered.outcome === 'assigned') throw await failure('ALREADY_ASSIGNED')
      if (registered.outcome === 'full') throw await failure('DEVICE_LIMIT_REACHED')
      await taken.forgiveNetwork()
      const { id, imei, deviceModel } = registered.device
      const finished = { ...account, imeiVerified: true }
      const entrance = { ...origin, browserKey: input.browserKey }
      const session = proof === null ? null : await beginSession(finished, proof, entrance)
      return {
        device: { id, imei, deviceModel },
        remainingAttempts: taken.remaining,
        ...(session !== null && { session }),
      }
    },
  }

  /**
   * Counts one try: for the network, for the account from anywhere, and for the account from this network. Others' tries at
   * the account never refuse a network's first, or strangers could use up those of its owner.
   */
  async function takeImeiAttempt(email: string, network: string) {
    const account = [imeiRules.account, `${email} ${network}`] as const
    const first = await attempts.look({ ...imeiRules.account, max: 1 }, account[1])
    const fromAnywhere = first.allowed ? { ...imeiRules.email, max: Number.MAX_SAFE_INTEGER } : imeiRules.email
    const verdict = await attempts.takeTogether({
      network: [imeiRules.network, network],
      email: [fromAnywhere, email],
      account,
    })
    if (!verdict.allowed)
      throw new Problem('RATE_LIMIT_EXCEEDED', { retryAfter: verdict.retryAfterSeconds, remainingAttempts: 0 })
    return {
      remaining: verdict.remaining.account,
      forgiveNetwork: () => verdict.undo('network'),
      forgiveAccount: () => verdict.undo('email', 'account'),
    }
  }
}

/** The browser in which the password was confirmed shows that by its secret; all others have none. */
function proofOfRegistration({ registrationSecret }: Pick<PurchaseProof, 'registrationSecret'>) {
  return registrationSecret === undefined ? null : { registrationSecretHash: hashOf(registrationSecret) }
}
