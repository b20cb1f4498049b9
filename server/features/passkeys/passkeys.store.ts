import type { Selectable } from 'kysely'
import type { Passkey } from '#contract/passkeys/passkeys.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { skippingLocked, inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import type { PasskeysTables } from './passkeys.tables.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { credentialChangeMail } from '#server/mail/credential-mails.ts'

export type PasskeyPurpose = PasskeysTables['passkey_challenges']['purpose']

/** What an authenticator may be asked for: by somebody who is signed in, or by a visitor. */
export type Asker =
  | { purpose: 'sign-in'; sessionId: null }
  | { purpose: Exclude<PasskeyPurpose, 'sign-in'>; sessionId: string }

/** The public half of a key, as an authenticator made it. */
export interface NewKey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  canBeBackedUp: boolean
  backedUp: boolean
}

/** A passkey of an account, with what is needed to check its answers. */
export interface StoredPasskey extends NewKey {
  id: string
  userId: string
  name: string
}

/** A passkey that its owner adds, in a session. */
interface NewPasskey extends OwnPasskey {
  sessionId: string
  name: string
  key: NewKey
}

/** A passkey that its owner changes. */
interface OwnPasskey {
  userId: string
  id: string
  at: Date
}

export type PasskeysStore = ReturnType<typeof createPasskeysStore>

/** What owners add and remove is reported to them by e-mail. */
export function createPasskeysStore(database: Database, queue: Queue) {
  const report = async (writing: Writing, userId: string, change: 'passkey-added' | 'passkey-removed') => {
    const { email } = await writing
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await queue.enqueue(writing, credentialChangeMail, { userId, email, change })
  }

  return {
    /** False if the session has ended. */
    async addChallenge(
      hash: Buffer,
      { purpose, sessionId }: Asker,
      userId: string | null,
      until: Date,
    ): Promise<boolean> {
      const accounts = userId === null ? [] : [userId]
      return inTransaction(database, { accounts }, async (transaction) => {
        if (sessionId !== null && !(await isSignedIn(transaction, sessionId))) return false
        await transaction
          .insertInto('passkey_challenges')
          .values({ challenge_hash: hash, purpose, session_id: sessionId, expires_at: until })
          .execute()
        return true
      })
    },

    /** Whether it was asked for just that and there, and not answered before. From now on it is. */
    async useChallenge(hash: Buffer, { purpose, sessionId }: Asker, now: Date): Promise<boolean> {
      const used = await database
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('session_id', 'is not distinct from', sessionId)
        .where('expires_at', '>', now)
        .returning('challenge_hash')
        .executeTakeFirst()
      return used !== undefined
    },

    async purgeChallenges(now: Date): Promise<void> {
      const over = database.selectFrom('passkey_challenges').select('challenge_hash').where('expires_at', '<=', now)
      await database
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', 'in', over.modifyEnd(skippingLocked('passkey_challenges')))
        .execute()
    },

    async list(userId: string): Promise<Passkey[]> {
      const rows = await database
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(passkeyOf)
    },

    /** Those of an account, as its authenticators know them. */
    async keysOf(userId: string): Promise<StoredPasskey[]> {
      const rows = await database.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()
      return rows.map(storedPasskeyOf)
    },

    async byCredentialId(credentialId: Buffer): Promise<StoredPasskey | null> {
      const row = await database
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row === undefined ? null : storedPasskeyOf(row)
    },

    /**
     * `full` if the account has as many as allowed, `known` if the key is stored already, also by another account.
     * `signed out`: the session has ended since the call was admitted.
     */
    add(
      { id, userId, sessionId, name, at, key }: NewPasskey,
      most: number,
    ): Promise<Passkey | 'full' | 'known' | 'signed out'> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        const others = await transaction.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
        if (others.length >= most) return 'full'
        const row = await transaction
          .insertInto('passkeys')
          .values({
            id,
            user_id: userId,
            credential_id: key.credentialId,
            public_key: key.publicKey,
            counter: key.counter,
            transports: [...key.transports],
            can_be_backed_up: key.canBeBackedUp,
            backed_up: key.backedUp,
            name,
            created_at: at,
          })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return 'known'
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'passkey-added', detail: name, at })
        await report(transaction, userId, 'passkey-added')
        return passkeyOf(row)
      })
    },

    rename({ userId, id, name, at }: OwnPasskey & { name: string }): Promise<Passkey | null> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'passkey-renamed', detail: name, at })
        return passkeyOf(row)
      })
    },

    /** The account is held: a sign-in with this passkey comes before or finds it gone. */
    remove({ userId, id, at }: OwnPasskey): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst()
        if (removed === undefined) return false
        const { name: detail } = removed
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'passkey-removed', detail, at })
        await report(transaction, userId, 'passkey-removed')
        return true
      })
    },

    /**
     * Notes that a key was used. False if it is gone, or if its authenticator has counted no further: then somebody may
     * have a copy of it (WebAuthn, section 6.1.1). One that always says 0 does not count.
     */
    async noteUse(id: string, use: { counter: number; backedUp: boolean; at: Date }): Promise<boolean> {
      const row = await database
        .updateTable('passkeys')
        .set({ counter: use.counter, backed_up: use.backedUp, last_used_at: use.at })
        .where('id', '=', id)
        .where(({ or, and, eb }) =>
          or([eb('counter', '<', String(use.counter)), and([eb('counter', '=', '0'), eb.val(use.counter === 0)])]),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

type Row = Selectable<PasskeysTables['passkeys']>

function passkeyOf(row: Row): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    backedUp: row.backed_up,
  }
}

function storedPasskeyOf(row: Row): StoredPasskey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    canBeBackedUp: row.can_be_backed_up,
    backedUp: row.backed_up,
  }
}
