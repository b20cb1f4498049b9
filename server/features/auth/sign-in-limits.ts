import { auth } from '#contract/auth.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import type { AuthStore } from './auth.store.ts'
import { Problem } from '#server/http/problem.ts'

const { rules } = auth.login.limit

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Try {
  email: string
  /** The account's, null where there is none. */
  userId: string | null
  network: string
}

/**
 * Holds back who guesses at passwords: at one account from many networks, at many accounts from one, and everywhere at
 * once. From a network that has signed in to the account before none of that counts, so that nobody's guesses lock the
 * owner out there; only failures at that account from that network do.
 */
export function createSignInLimits({
  store,
  attempts,
  clock,
}: {
  store: Pick<AuthStore, 'noteNetwork' | 'knowsNetwork'>
  attempts: Attempts
  clock: Pick<Clock, 'now'>
}) {
  return {
    /**
     * Counts one try, which is a failure until it is forgiven.
     * @throws {Problem} RATE_LIMITED with the seconds until the next try.
     */
    async take({ email, userId, network }: Try): Promise<{ forgive(): Promise<void> }> {
      const address = email.toLowerCase()
      const here = `${address} ${network}`
      const known = userId !== null && (await store.knowsNetwork(userId, network))
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
      return {
        async forgive() {
          for (const { undo } of Object.values(verdict.taken)) await undo()
          await attempts.forget(rules.failures.kind, here)
        },
      }
    },

    /** Whoever calls from there has proved to be the owner. */
    knows: (userId: string, network: string) => store.noteNetwork(userId, network, clock.now()),
  }
}
