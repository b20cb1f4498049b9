import type { User } from '#contract/auth/auth.ts'
import { cut } from '#contract/base/text.ts'
import type { Clock } from '#server/platform/clock.ts'
import { randomId } from '#server/platform/ids.ts'
import { createSecret, signOutHashOf } from '#server/platform/secrets.ts'
import { type Account, userOf } from './accounts.store.ts'
import type { SessionsStore, SignInProof } from './sessions.store.ts'

/** Where a call comes from: its network (`networkOf`), and the browser's name for itself. */
export interface Origin {
  network: string
  client: string
}

/** Where somebody signs in, and what the browser there is recognised by. */
export interface Entrance extends Origin {
  browserKey?: string | undefined
}

export type BeginSession = ReturnType<typeof createBeginSession>

/** Begins a session, with a token of its own. Null if what proved the sign-in counts no longer. */
export function createBeginSession({
  sessions,
  clock,
}: {
  sessions: Pick<SessionsStore, 'createSession'>
  clock: Clock
}) {
  return async (
    account: Account,
    proof: SignInProof,
    origin: Entrance,
  ): Promise<{ user: User; token: string } | null> => {
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
}
