import type { User } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import type { NewPasskeyAnswer, Passkey, PasskeyAnswer, passkeys } from '#contract/passkeys/passkeys.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Entrance, Origin } from '#server/features/auth/entrance.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { PasskeyCheck } from './passkey-check.ts'
import type { PasskeysStore, StoredPasskey } from './passkeys.store.ts'

export type PasskeysService = ReturnType<typeof createPasskeysService>

/** Begins a session of the account whose passkey was proved. */
export type EnterWithPasskey = (
  passkey: Pick<StoredPasskey, 'id' | 'userId'>,
  origin: Entrance,
) => Promise<{ user: User; token: string }>

/** Passkeys of accounts: added, named, removed, and signed in with. */
export function createPasskeysService({
  store,
  check,
  enter,
  clock,
  newId,
}: {
  store: PasskeysStore
  check: PasskeyCheck
  enter: EnterWithPasskey
  clock: Clock
  newId: () => string
}) {
  return {
    list: ({ user }: SignedIn): Promise<Passkey[]> => store.list(user.id),

    beginRegistration: (caller: SignedIn): Promise<Reply<typeof passkeys.beginRegistration>> => check.askToMake(caller),

    async finishRegistration(
      caller: SignedIn,
      { name, answer }: { name: string; answer: NewPasskeyAnswer },
    ): Promise<Passkey> {
      const { user, sessionId } = caller
      const key = await check.made(caller, answer)
      const passkey = { id: newId(), userId: user.id, sessionId, name, at: clock.now(), key }
      const added = await store.add(passkey, passkeysLimits.perAccount)
      if (added === 'full') throw new Problem('PASSKEY_LIMIT_REACHED')
      if (added === 'known') throw new Problem('PASSKEY_EXISTS')
      if (added === 'signed out') throw new Problem('UNAUTHORIZED')
      return added
    },

    async rename({ user }: SignedIn, id: string, name: string): Promise<Passkey> {
      const renamed = await store.rename({ userId: user.id, id, name, at: clock.now() })
      if (renamed === null) throw new Problem('NOT_FOUND')
      return renamed
    },

    async remove({ user }: SignedIn, id: string): Promise<void> {
      if (!(await store.remove({ userId: user.id, id, at: clock.now() }))) throw new Problem('NOT_FOUND')
    },

    beginSignIn: (): Promise<Reply<typeof passkeys.beginSignIn>> => check.askAnybody(),

    beginStepUp: (caller: SignedIn): Promise<Reply<typeof passkeys.beginStepUp>> => check.ask(caller),

    async signIn(
      { browserKey, ...answer }: PasskeyAnswer & Pick<Entrance, 'browserKey'>,
      origin: Origin,
    ): Promise<{ user: User; token: string }> {
      const passkey = await check.provedByAnybody(answer, { ...origin, browserKey })
      return enter(passkey, { ...origin, browserKey })
    },
  }
}
