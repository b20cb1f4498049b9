import { sql } from 'kysely'
import { inventoryServerLimits } from '#contract/devices/devices-limits.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { UnprovenProtocol } from '#server/protocols/protocol.ts'

export interface InventoryEntry {
  imei: string
  model: string
  trackerId: string | null
  secretHash: Buffer | null
  /** The secret itself, if the tracker encrypts its reports with it. */
  decryptionSecret: string | null
  /** The protocols by which it is accepted without its secret. */
  unprovenProtocols: readonly UnprovenProtocol[]
  clockOffsetMinutes: number
  speedUnit: 'knots' | 'm/s' | 'km/h' | null
  /** Hash of the claim code that its first owner needs besides the IMEI. */
  claimCodeHash: Buffer | null
}

export type InventoryImport =
  /** How many were new. */
  | { outcome: 'imported'; added: number }
  /** A tracker id or a secret belongs to another device; this many entries had been written by then. */
  | { outcome: 'taken'; written: number }

export type DeviceInventoryStore = ReturnType<typeof createDeviceInventoryStore>

/** The trackers that the operator sold: how each is recognised, its claim code, and how its clock runs. */
export function createDeviceInventoryStore(database: Database) {
  return {
    /**
     * Adds or renews entries, step by step in the order of their IMEIs, so that no tracker waits for longer than a step takes.
     * An interrupted import can be repeated. Nothing is written when a tracker id or a secret belongs to another device,
     * unless that happens during the import.
     */
    async importEntries(entries: readonly InventoryEntry[], at: Date): Promise<InventoryImport> {
      if (await areTaken(database, entries)) return { outcome: 'taken', written: 0 }
      let [written, added] = [0, 0]
      const inOrder = entries.toSorted((one, other) => (one.imei < other.imei ? -1 : 1))
      for (const step of inChunks(inOrder, inventoryServerLimits.importedTogether)) {
        const held = { turn: 'inventory', trackers: { imeis: step.map(({ imei }) => imei) } }
        const addedNow = await inTransaction(database, held, async (transaction) =>
          (await areTaken(transaction, step)) ? null : writeEntries(transaction, step, at),
        )
        if (addedNow === null) return { outcome: 'taken', written }
        written += step.length
        added += addedNow
      }
      return { outcome: 'imported', added }
    },

    async bySecret(secretHash: Buffer): Promise<{ deviceId: string; imei: string } | null> {
      const row = await database
        .selectFrom('device_inventory')
        .innerJoin('devices', 'devices.imei', 'device_inventory.imei')
        .select(['devices.id', 'devices.imei'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row === undefined ? null : { deviceId: row.id, imei: row.imei }
    },
  }
}

/** Whether a tracker id or a secret of the entries belongs to another device. */
async function areTaken(queries: Queries, entries: readonly InventoryEntry[]): Promise<boolean> {
  const { rows } = await sql`
    with entry as (
      select * from unnest(
        ${entries.map(({ imei }) => imei)}::text[],
        ${entries.map(({ trackerId }) => trackerId)}::text[],
        ${entries.map(({ secretHash }) => secretHash)}::bytea[]) as entry (imei, tracker_id, secret_hash))
    select from entry join device_inventory as other using (tracker_id) where other.imei <> entry.imei
    union all
    select from entry join device_inventory as other using (secret_hash) where other.imei <> entry.imei
    limit 1`.execute(queries)
  return rows.length > 0
}

/** Returns how many were new. */
async function writeEntries(queries: Queries, entries: readonly InventoryEntry[], at: Date): Promise<number> {
  const rows = await queries
    .insertInto('device_inventory')
    .values(entries.map((entry) => rowOf(entry, at)))
    .onConflict((conflict) => conflict.column('imei').doUpdateSet(renewed))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute()
  return rows.filter(({ is_new }) => is_new).length
}

function rowOf(entry: InventoryEntry, at: Date) {
  return {
    imei: entry.imei,
    model: entry.model,
    tracker_id: entry.trackerId,
    secret_hash: entry.secretHash,
    decryption_secret: entry.decryptionSecret,
    unproven_protocols: [...entry.unprovenProtocols],
    clock_offset_minutes: entry.clockOffsetMinutes,
    speed_unit: entry.speedUnit,
    claim_code_hash: entry.claimCodeHash,
    imported_at: at,
  }
}

/** An owner's correction stays until the operator states another offset, and a used claim code stays used. */
const renewed = {
  model: sql<string>`excluded.model`,
  tracker_id: sql<string | null>`excluded.tracker_id`,
  secret_hash: sql<Buffer | null>`excluded.secret_hash`,
  decryption_secret: sql<string | null>`excluded.decryption_secret`,
  unproven_protocols: sql<UnprovenProtocol[]>`excluded.unproven_protocols`,
  clock_offset_minutes: sql<number>`excluded.clock_offset_minutes`,
  speed_unit: sql<InventoryEntry['speedUnit']>`excluded.speed_unit`,
  imported_at: sql<Date>`excluded.imported_at`,
  claim_code_hash: sql<Buffer | null>`excluded.claim_code_hash`,
  claim_code_used_at: sql<Date | null>`
    case when device_inventory.claim_code_hash = excluded.claim_code_hash
      then device_inventory.claim_code_used_at end`,
  clock_correction_minutes: sql<number>`
    case when device_inventory.clock_offset_minutes = excluded.clock_offset_minutes
      then device_inventory.clock_correction_minutes else 0 end`,
}
