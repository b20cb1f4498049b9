import { auth, loginFailuresOfLate } from '#contract/auth.ts'
import type { Attempts } from '#server/db/attempts.ts'
import type { Place } from '#server/fair-queue.ts'
import { Problem } from '#server/http/problem.ts'
import type { SessionsStore } from './sessions.store.ts'

const { rules } = auth.login.limit

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Try {
  email: string
  /** The account's id, or null. */
  userId: string | null
  network: string
  browserKey?: string | undefined
}

interface Tried {
  /** Where its password waits to be checked. */
  place: Place
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
  sessions,
  attempts,
}: {
  sessions: Pick<SessionsStore, 'knownBrowser'>
  attempts: Attempts
}) {
  /** Where the passwords of a network wait. */
  const placeOf = async (network: string): Promise<Place> => {
    const lately = await attempts.look(loginFailuresOfLate, network)
    return { line: network, first: lately.allowed }
  }

  /** Who is counted, by which rules, and where they wait. */
  const countedAs = async ({ email, userId, network, browserKey }: Try) => {
    const browser = userId === null || browserKey === undefined ? null : await sessions.knownBrowser(userId, browserKey)
    if (browser !== null)
      return { place: { line: browser, first: true }, counted: { account: [rules.browser, browser] } } as const
    const account = [rules.account, accountFrom(email, network)] as const
    return { place: await placeOf(network), counted: { account, network: [rules.network, network] } } as const
  }

  return {
    placeOf,

    /**
     * Counts one try as a failure, until it is taken back.
     * @throws {Problem} RATE_LIMITED with the seconds until the next try.
     */
    async take(wanted: Try): Promise<Tried> {
      const { place, counted } = await countedAs(wanted)
      const taken = await attempts.takeTogether<string>(counted)
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const undo = () => taken.undo()
      return {
        place,
        undo,
        async forgive() {
          await undo()
          const [rule, subject] = counted.account
          await attempts.forget(rule.kind, subject)
        },
      }
    },

    /** Who reads the account's mailbox there is its owner, so the failures there were theirs. */
    forget: (email: string, network: string) => attempts.forget(rules.account.kind, accountFrom(email, network)),
  }
}

const accountFrom = (email: string, network: string) => `${email.toLowerCase()} ${network}`
