import { sql } from 'kysely'
import { consentsLimits } from '#contract/consents/consents-limits.ts'
import type { ConsentEntry, PresentConsent } from '#contract/consents/consents.ts'
import { stateAfter } from '#domain/consents/consents.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Tables } from '#server/registers.ts'
import type { Selectable } from 'kysely'

export type ConsentsStore = ReturnType<typeof createConsentsStore>

/** An entry with the hash of the text as it was stored then, in hexadecimal. */
export type ProvenConsent = ConsentEntry & { textSha256: string }

/** Reads what an account consented to; `server/db/shared/consent-ledger.ts` writes it. */
export function createConsentsStore(database: Database) {
  return {
    /** The last word about each purpose of each device: those of the account first, then by name. */
    async present(userId: string): Promise<PresentConsent[]> {
      const rows = await database
        .selectFrom('consents')
        .leftJoin('devices', (join) =>
          join.onRef('devices.id', '=', 'consents.device_id').onRef('devices.user_id', '=', 'consents.user_id'),
        )
        .distinctOn(['consents.device_id', 'consents.purpose'])
        .select(['consents.device_id', 'device_name', 'purpose', 'version', 'given', 'at', 'devices.name'])
        .where('consents.user_id', '=', userId)
        .orderBy('consents.device_id')
        .orderBy('consents.purpose')
        .orderBy('consents.id', 'desc')
        .execute()
      return rows
        .map((row) => ({
          deviceId: row.device_id,
          deviceName: row.name ?? row.device_name,
          purpose: row.purpose,
          version: row.version,
          isPresent: row.device_id === null || row.name !== null,
          state: stateAfter(row),
          at: row.at.toISOString(),
        }))
        .toSorted((one, other) => (one.deviceName ?? '').localeCompare(other.deviceName ?? '', 'de'))
    },

    /** Newest first: the entries before one, or the newest ones. */
    async page(userId: string, before: string | null): Promise<{ entries: ConsentEntry[]; next: string | null }> {
      const rows = await database
        .selectFrom('consents')
        .selectAll()
        .where('user_id', '=', userId)
        .$if(before !== null, (query) => query.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(consentsLimits.pageRows + 1)
        .execute()
      const entries = rows.slice(0, consentsLimits.pageRows).map(entryOf)
      return { entries, next: rows.length > entries.length ? (entries.at(-1)?.id ?? null) : null }
    },

    /** Everything, oldest first. */
    async all(userId: string): Promise<ProvenConsent[]> {
      const rows = await database
        .selectFrom('consents')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy(sql`consents.id`)
        .execute()
      return rows.map((row) => ({ ...entryOf(row), textSha256: row.text_hash.toString('hex') }))
    },
  }
}

function entryOf(row: Selectable<Tables['consents']>): ConsentEntry {
  return {
    id: row.id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    purpose: row.purpose,
    version: row.version,
    given: row.given,
    actor: row.actor,
    at: row.at.toISOString(),
  }
}
