import { auth } from '#contract/auth.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import type { SessionsStore } from './sessions.store.ts'
import { Problem } from '#server/http/problem.ts'

const { rules } = auth.login.limit

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Try {
  email: string
  /** The account's id, or null. */
  userId: string | null
  network: string
}

interface Tried {
  /** It was no failure, but no success either. */
  undo(): Promise<void>
  /** It succeeded, so the failures before it were the owner's. */
  forgive(): Promise<void>
}

/**
 * Holds back password guessing: at one account from many networks, at many accounts from one network, and in all. From a
 * network that has signed in to the account before, none of that counts. So nobody's guesses lock the owner out there; only
 * failures at that account from that network do.
 */
export function createSignInLimits({
  sessions,
  attempts,
  clock,
}: {
  sessions: Pick<SessionsStore, 'noteNetwork' | 'knowsNetwork'>
  attempts: Attempts
  clock: Pick<Clock, 'now'>
}) {
  return {
    /**
     * Counts one try as a failure, until it is taken back.
     * @throws {Problem} RATE_LIMITED with the seconds until the next try.
     */
    async take({ email, userId, network }: Try): Promise<Tried> {
      const address = email.toLowerCase()
      const here = `${address} ${network}`
      const known = userId !== null && (await sessions.knowsNetwork(userId, network))
      const unknown = {
        account: [rules.account, address],
        network: [rules.network, network],
        all: [rules.all, ''],
      } as const
      const verdict = await attempts.takeTogether<string>({
        failures: [rules.failures, here],
        ...(!known && unknown),
      })
      if (!verdict.allowed) throw new Problem('RATE_LIMITED', { retryAfter: verdict.retryAfterSeconds })
      const undo = async () => {
        for (const one of Object.values(verdict.taken)) await one.undo()
      }
      return {
        undo,
        async forgive() {
          await undo()
          await attempts.forget(rules.failures.kind, here)
        },
      }
    },

    /** A caller from there has proved to be the owner. */
    knows: (userId: string, network: string) => sessions.noteNetwork(userId, network, clock.now()),
  }
}
