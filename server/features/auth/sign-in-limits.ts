import { accountServerLimits } from '#contract/account/account-limits.ts'
import { auth, loginFailuresOfLate } from '#contract/auth/auth.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { createFairQueue, type QueueSlot } from '#server/platform/fair-queue.ts'
import { Problem } from '#server/http/problem.ts'
import { passwordsBusy, refuseIfBusy } from '#server/platform/passwords.ts'
import type { Account, AccountsStore } from './accounts.store.ts'
import type { MailedToken } from './mailed-tokens.store.ts'
import type { SessionsStore } from './sessions.store.ts'

const { rules } = auth.login.limit

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Try {
  email: string
  network: string
  browserKey?: string | undefined
}

interface Tried {
  account: Account | null
  /** Where its password waits to be checked. */
  place: QueueSlot
  /** It was no failure, but no success either. */
  undo(): Promise<void>
  /** It succeeded, so the failures before it were the owner's. */
  forgive(): Promise<void>
}

/**
 * Holds back who guesses passwords: a network, at one account and at all. A browser that was signed in to the account before
 * is counted by itself, so nobody behind the same address slows it. Nothing is counted for an account from everywhere, nor
 * for all together: strangers could use that up.
 */
export function createSignInLimits({
  accounts,
  sessions,
  attempts,
  clock,
}: {
  accounts: Pick<AccountsStore, 'accountByEmail'>
  sessions: Pick<SessionsStore, 'knownBrowser'>
  attempts: Attempts
  clock: Pick<Clock, 'now'>
}) {
  const failedLately = rememberFailures(clock)
  // So a crowd of strangers cannot take all connections to the database: the owner's question comes first there, too.
  const queueOf = (atOnce: number) =>
    createFairQueue({
      atOnce,
      waiting: accountServerLimits.waitingToBeHashed,
      patienceMs: accountServerLimits.patienceSeconds * secondMs,
      refusal: passwordsBusy,
    })
  const counting = queueOf(accountServerLimits.countedAtOnce)
  // Of its own, because anybody can make up a browser's key, and the known ones must not wait for who is counted.
  const recognising = queueOf(accountServerLimits.recognisedAtOnce)
  /** Where a network waits in both, before the database is asked about it. */
  const placeBefore = (network: string): QueueSlot => ({ line: network, first: !failedLately.has(network) })

  /** Where the passwords of a network wait. */
  const placeOf = async (network: string): Promise<QueueSlot> => {
    const lately = await attempts.look(loginFailuresOfLate, network)
    if (!lately.allowed) failedLately.note(network)
    return { line: network, first: lately.allowed }
  }

  /** @throws {Problem} RATE_LIMITED. */
  const count = async (counted: Parameters<typeof attempts.takeTogether<string>>[0] & Counted) => {
    const taken = passed(await attempts.takeTogether<string>(counted))
    const undo = () => taken.undo()
    const forgive = async () => {
      await undo()
      const [rule, subject] = counted.account
      await attempts.forget(rule.kind, subject)
    }
    return { undo, forgive }
  }

  /** Of a browser that was signed in to the account before; null if it was not. */
  const fromBrowser = async ({ email, network, browserKey }: Try): Promise<Tried | null> => {
    if (browserKey === undefined) return null
    const known = await recognising.run(placeBefore(network), async () => {
      const account = await accounts.accountByEmail(email)
      const browser = account === null ? null : await sessions.knownBrowser(account.id, browserKey)
      return browser === null ? null : { account, browser }
    })
    if (known === null) return null
    const { account, browser } = known
    return { account, place: { line: browser, first: true }, ...(await count({ account: [rules.browser, browser] })) }
  }

  const fromNetwork = async ({ email, network }: Try): Promise<Tried> => {
    const account = [rules.account, accountFrom(email, network)] as const
    // Before anything is written: nearly all that a crowd of strangers sends ends in these lines.
    passed(await attempts.look(...account))
    passed(await attempts.look(rules.network, network))
    const place = await placeOf(network)
    refuseIfBusy(place)
    const counted = await count({ account, network: [rules.network, network] })
    const forgive = async () => {
      // What looked like a failure was somebody else's try under way.
      failedLately.forget(network)
      await counted.forgive()
    }
    return { account: await accounts.accountByEmail(email), place, undo: counted.undo, forgive }
  }

  return {
    placeOf,

    /**
     * Counts one try as a failure, until it is taken back, and finds its account.
     * @throws {Problem} RATE_LIMITED with the seconds until the next try, PASSWORDS_BUSY.
     */
    async take(wanted: Try): Promise<Tried> {
      const known = await fromBrowser(wanted)
      return known ?? counting.run(placeBefore(wanted.network), () => fromNetwork(wanted))
    },

    /** Who reads the account's mailbox there is its owner, so the failures there were theirs. */
    forget: (email: string, network: string) => attempts.forget(rules.account.kind, accountFrom(email, network)),
  }
}

interface Counted {
  account: readonly [typeof rules.account | typeof rules.browser, string]
}

/** @throws {Problem} RATE_LIMITED. */
function passed<V extends { allowed: boolean }>(verdict: V | { allowed: false; retryAfterSeconds: number }) {
  if ('retryAfterSeconds' in verdict) throw new Problem('RATE_LIMITED', { retryAfter: verdict.retryAfterSeconds })
  return verdict
}

/** Networks that this process has seen fail. The database knows them all, but is asked only when it is their turn. */
function rememberFailures(clock: Pick<Clock, 'now'>) {
  const seen = new Map<string, number>()
  const now = () => clock.now().getTime()
  return {
    has: (network: string) => (seen.get(network) ?? 0) > now() - loginFailuresOfLate.minutes * minuteMs,
    forget: (network: string) => void seen.delete(network),
    note(network: string): void {
      seen.delete(network)
      seen.set(network, now())
      const [oldest] = seen.size > accountServerLimits.rememberedFailures ? seen.keys() : []
      if (oldest !== undefined) seen.delete(oldest)
    },
  }
}

const accountFrom = (email: string, network: string) => `${email.toLowerCase()} ${network}`

/** Their link proves whom it was sent to, so they wait with those who have not failed. */
export const slotOfReader = ({ userId }: MailedToken): QueueSlot => ({ line: userId, first: true })
