import type { AccountDeletionState } from '#contract/account-deletion/account-deletion.ts'
import type { User } from '#contract/auth/auth.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AccountDeletionStore } from './account-deletion.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'

export type AccountDeletionService = ReturnType<typeof createAccountDeletionService>

export function createAccountDeletionService({
  store,
  clock,
  messages,
  newId,
}: {
  store: AccountDeletionStore
  clock: Pick<Clock, 'now'>
  messages: Pick<Messages, 'wake'>
  newId: () => string
}) {
  const theft = () =>
    new Problem('DELETION_DURING_THEFT', { fields: { acceptsTheftLoss: new Problem('DELETION_DURING_THEFT').message } })

  return {
    state: (user: User): Promise<AccountDeletionState> => store.state(user.id, clock.now()),

    /** While a grace runs already, nothing changes. */
    async ask({ user, sessionId }: SignedIn, acceptsTheftLoss: boolean): Promise<AccountDeletionState> {
      const now = clock.now()
      const request = { id: newId(), userId: user.id, sessionId, acceptsTheftLoss, secret: createSecret(), now }
      const asked = await store.ask(request)
      if (asked === 'signed out') throw new Problem('UNAUTHORIZED')
      if (asked === 'theft') throw theft()
      if (asked === 'asked') await messages.wake()
      return store.state(user.id, now)
    },

    async confirm(token: string, acceptsTheftLoss: boolean): Promise<{ deletesAt: string }> {
      const confirmed = await store.confirm(hashOf(token), acceptsTheftLoss, createSecret(), clock.now())
      if ('deletesAt' in confirmed) {
        await messages.wake()
        return { deletesAt: confirmed.deletesAt.toISOString() }
      }
      if (confirmed.refused === 'theft') throw theft()
      throw new Problem(problemOf[confirmed.refused])
    },

    async keep(user: User): Promise<void> {
      await store.keep(user.id, clock.now())
    },

    async keepByLink(token: string): Promise<void> {
      const kept = await store.keepByLink(hashOf(token), clock.now())
      if (kept !== 'kept') throw new Problem(problemOf[kept])
    },
  }
}

const problemOf = { unknown: 'TOKEN_NOT_FOUND', expired: 'EXPIRED', over: 'DELETION_OVER' } as const
