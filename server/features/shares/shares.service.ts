import type { Share, ShareEntry } from '#contract/shares.ts'
import { sharesServerLimits } from '#contract/shares-limits.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { shareEnd } from '#domain/shares/share-end.ts'
import type { Clock } from '#server/clock.ts'
import type { SharesStore, StoredShare } from './shares.store.ts'
import type { Recipient, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { createSecret, hashOf, looksLikeToken } from '#server/secrets.ts'

export type SharesService = ReturnType<typeof createSharesService>

const { tokenPrefix } = sharesServerLimits

interface Parts {
  store: SharesStore
  clock: Clock
  newId(): string
  /** A share was made. */
  onMade(shareId: string): Promise<void>
}

/** What owners give to third parties (Regulation (EU) 2023/2854, articles 4 and 5). */
export function createSharesService({ store, clock, newId, onMade }: Parts) {
  return {
    list: async (userId: string): Promise<Share[]> => (await store.list(userId)).map(shareOf),

    /** The token is returned only this once; only its hash is stored. */
    async create(
      { user: { id: userId }, sessionId }: SignedIn,
      entry: ShareEntry,
    ): Promise<{ share: Share; token: string }> {
      const createdAt = clock.now()
      const end = shareEnd(entry.endsAt === undefined ? null : new Date(entry.endsAt), createdAt)
      if ('mistake' in end) throw new Problem('VALIDATION_ERROR', { fields: { endsAt: end.mistake } })
      if (entry.consentVersion !== currentVersion('sharing')) throw new Problem('CONSENT_TEXT_CHANGED')
      const { token, hash } = secretOfShare()
      const { deviceId, recipient } = entry
      const scopes = [...new Set(entry.scopes)]
      const made = await store.add(
        { id: newId(), userId, deviceId, recipient, scopes, createdAt, endsAt: end.endsAt },
        { sessionId, tokenHash: hash, consentVersion: entry.consentVersion },
      )
      if (made === 'signed out') throw new Problem('UNAUTHORIZED')
      if (made === 'gone') throw new Problem('NOT_FOUND')
      if (made === 'full') throw new Problem('SHARE_LIMIT')
      await onMade(made.id)
      return { share: shareOf(made), token }
    },

    async revoke(userId: string, shareId: string): Promise<Share> {
      const share = await store.revoke(userId, shareId, clock.now())
      if (share === null) throw new Problem('NOT_FOUND')
      return shareOf(share)
    },

    /** Who has a token; null if it is none, or its share has ended. */
    async recipient(token: string): Promise<Recipient | null> {
      if (!token.startsWith(tokenPrefix) || !looksLikeToken(token.slice(tokenPrefix.length))) return null
      const share = await store.byToken(hashOf(token), clock.now())
      return share && { kind: 'recipient', ...share }
    },
  }
}

function secretOfShare() {
  const token = tokenPrefix + createSecret().token
  return { token, hash: hashOf(token) }
}

function shareOf({ userId: _owner, ...share }: StoredShare): Share {
  return {
    ...share,
    createdAt: share.createdAt.toISOString(),
    endsAt: share.endsAt.toISOString(),
    revokedAt: share.revokedAt?.toISOString() ?? null,
    lastUsedAt: share.lastUsedAt?.toISOString() ?? null,
  }
}
