import { accountLimits } from '#contract/account/account-limits.ts'
import { auth, type User } from '#contract/auth/auth.ts'
import type { Rule } from '#contract/base/call-limit.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { registration } from '#contract/auth/registration.ts'
import { cut } from '#contract/base/text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { type Account, type AccountsStore, userOf } from './accounts.store.ts'
import type { CredentialsStore } from './credentials.store.ts'
import type { MailedToken, MailedTokensStore } from './mailed-tokens.store.ts'
import { provenHash } from './proven-hash.ts'
import { askForSecondFactor } from './second-step.ts'
import type { SessionsStore, SignInProof } from './sessions.store.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { DeviceRegistry } from '#server/features/devices/devices.service.ts'
import type { Caller, SignedIn } from '#server/http/caller.ts'
import type { QueuePlace } from '#server/platform/fair-queue.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/platform/ids.ts'
import { hashPassword, refuseCommonest } from '#server/platform/passwords.ts'
import { createSecret, hashOf, looksLikeToken, signOutHashOf } from '#server/platform/secrets.ts'

const { rules: imeiRules } = registration.verifyImei.limit
const { rules: resendRules } = registration.resendVerification.limit
const { rules: passwordResetRules } = auth.passwordReset.limit

/** Where a call comes from: its network (`networkOf`), and the browser's name for itself. */
export interface Origin {
  network: string
  client: string
}

/** Where somebody signs in, and what the browser there is recognised by. */
export interface Entrance extends Origin {
  browserKey?: string | undefined
}

interface Credentials {
  email: string
  password: string
  /** Needed if the account has a second factor. */
  code?: string | undefined
  browserKey?: string | undefined
}

/** What proves the purchase, and what a browser shows that is to be signed in by it. */
interface PurchaseProof {
  email: string
  imei: string
  claimCode?: string | null | undefined
  registrationSecret?: string | undefined
  browserKey?: string | undefined
}

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({
  accounts,
  sessions,
  tokens,
  credentials,
  attempts,
  clock,
  registry,
  secondFactor,
  signInLimits,
}: {
  accounts: AccountsStore
  sessions: SessionsStore
  tokens: MailedTokensStore
  credentials: CredentialsStore
  attempts: Attempts
  clock: Clock
  registry: DeviceRegistry
  secondFactor: SecondFactorCheck
  signInLimits: SignInLimits
}) {
  /** @throws {Problem} RATE_LIMITED with the seconds until the next try. */
  const take = async (rule: Rule, subject: string) => {
    const taken = await attempts.take(rule, subject)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
    return taken
  }

  const beginSession = async (account: Account, proof: SignInProof, origin: Entrance) => {
    const { token, hash } = createSecret()
    const begun = await sessions.createSession({
      id: randomId(),
      userId: account.id,
      ...proof,
      tokenHash: hash,
      signOutHash: signOutHashOf(token),
      client: cut(origin.client, 200),
      ...(origin.browserKey !== undefined && { browserKey: origin.browserKey }),
      at: clock.now(),
    })
    return begun === null ? null : { user: userOf(account), token }
  }

  const startSession = async (account: Account, proof: SignInProof, origin: Entrance) => {
    const session = await beginSession(account, proof, origin)
    if (session === null) throw wrongCredentials()
    return session
  }

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
      const passwordHash = await hashPassword(password, placeOfReader(mailed))
      const keptSessionId = caller.kind === 'user' ? caller.sessionId : null
      const change = { tokenHash: hash, passwordHash, keptSessionId, at: clock.now() }
      const email = await credentials.confirmPassword(change)
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
      const confirmed = await credentials.confirmHere({ tokenHash, secretHash, nextSecretHash: next.hash, at })
      if (confirmed === 'ended') throw new Problem('ALREADY_USED', { email: mailed.email })
      if (confirmed === 'other-browser') throw new Problem('OTHER_BROWSER')
      return { email: confirmed.email, registrationSecret: next.token }
    },

    /** The same answer whether the account exists or not. */
    async resendVerification(email: string, origin: Origin): Promise<{ cooldownSeconds: number }> {
      await take(resendRules.network, origin.network)
      await take(resendRules.email, email.toLowerCase())
      await accounts.mailVerification(email)
      return { cooldownSeconds: accountLimits.resendCooldownSeconds }
    },

    async requestPasswordReset(email: string, origin: Origin): Promise<void> {
      await take(passwordResetRules.network, origin.network)
      await take(passwordResetRules.email, email.toLowerCase())
      await accounts.mailPasswordReset(email)
    },

    async confirmPasswordReset(token: string, newPassword: string, { network }: Origin): Promise<void> {
      refuseCommonest(newPassword, 'newPassword')
      const hash = hashOf(token)
      const mailed = await tokens.token(hash, ['password-reset'])
      if (mailed === null || mailed.usedAt !== null) throw new Problem('TOKEN_INVALID')
      if (mailed.expiresAt <= clock.now()) throw new Problem('EXPIRED')
      const passwordHash = await hashPassword(newPassword, placeOfReader(mailed))
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
      const passwordHash = await hashPassword(createSecret().token, placeOfReader(mailed))
      const secured = await credentials.secureAccount({ tokenHash: hash, passwordHash, at: clock.now() })
      if (secured === null) throw secureLinkProblem('ALREADY_USED')
      if (secured === 'taken') throw secureLinkProblem('EMAIL_EXISTS')
      return { email: secured.email }
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

/** Their link proves whom it was sent to, so they wait with those who have not failed. */
const placeOfReader = ({ userId }: MailedToken): QueuePlace => ({ line: userId, first: true })

/** The browser in which the password was confirmed shows that by its secret; all others have none. */
function proofOfRegistration({ registrationSecret }: Pick<PurchaseProof, 'registrationSecret'>) {
  return registrationSecret === undefined ? null : { registrationSecretHash: hashOf(registrationSecret) }
}
