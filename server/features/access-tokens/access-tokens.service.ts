import { accessTokensLimits, accessTokensServerLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import type { AccessToken, AccessTokenEntry } from '#contract/access-tokens/access-tokens.ts'
import type { User } from '#contract/auth/auth.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { AccessTokensStore, StoredAccessToken } from './access-tokens.store.ts'
import type { Program, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSecret, hashOf, looksLikeToken } from '#server/platform/secrets.ts'

export type AccessTokensService = ReturnType<typeof createAccessTokensService>

const { tokenPrefix } = accessTokensServerLimits

/** The user of an account; null if it is gone or disabled. */
export type EnabledUser = (userId: string) => Promise<User | null>

interface Parts {
  store: AccessTokensStore
  enabledUser: EnabledUser
  clock: Clock
  newId(): string
}

/** What owners let programs do, and which program calls. */
export function createAccessTokensService({ store, enabledUser, clock, newId }: Parts) {
  return {
    list: async (userId: string): Promise<AccessToken[]> => (await store.list(userId)).map(accessTokenOf),

    /** The token is returned only this once; only its hash is stored. */
    async make(
      { user, sessionId }: SignedIn,
      { name, scopes, days }: AccessTokenEntry,
    ): Promise<{ accessToken: AccessToken; token: string }> {
      const createdAt = clock.now()
      const token = tokenPrefix + createSecret().token
      const made = await store.add(
        {
          id: newId(),
          userId: user.id,
          name,
          scopes: [...new Set(scopes)],
          createdAt,
          expiresAt: new Date(createdAt.getTime() + days * dayMs),
        },
        { sessionId, tokenHash: hashOf(token), most: accessTokensLimits.perAccount },
      )
      if (made === 'signed out') throw new Problem('UNAUTHORIZED')
      if (made === 'full') throw new Problem('ACCESS_TOKEN_LIMIT')
      return { accessToken: accessTokenOf(made), token }
    },

    async revoke(userId: string, id: string): Promise<void> {
      if (!(await store.remove({ userId, id, at: clock.now() }))) throw new Problem('NOT_FOUND')
    },

    /** Who has a token; null if it is none, or no more. */
    async program(token: string): Promise<Program | null> {
      if (!token.startsWith(tokenPrefix) || !looksLikeToken(token.slice(tokenPrefix.length))) return null
      const found = await store.use(hashOf(token), clock.now())
      if (found === null) return null
      const { id: tokenId, userId, name, scopes } = found
      const user = await enabledUser(userId)
      return user && { kind: 'program', tokenId, name, scopes, user }
    },
  }
}

function accessTokenOf({ userId: _owner, ...token }: StoredAccessToken): AccessToken {
  return { ...token, createdAt: token.createdAt.toISOString(), expiresAt: token.expiresAt.toISOString() }
}
