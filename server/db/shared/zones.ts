import type { ActivityKind } from '#contract/activity/activity.ts'
import { type ChangeOf, withChange } from '#domain/changes/with-change.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { inTransaction, type Locks, type Writing } from '#server/db/transactions/locks.ts'

type Stored<Entry> = Entry & { id: string }

/** A feature's own table of zones: what it may hold, and the statements that read and write it. */
interface ZoneTable<Entry, Row> {
  /** As many as an account may have. */
  most: number
  activities: Record<'made' | 'changed' | 'removed', ActivityKind>
  /** The user's devices, where zones refer to them: they are held with the account. */
  devicesOf?(userId: string): Promise<string[]>
  /** A user's zones, the oldest first. */
  rowsOf(queries: Queries, userId: string): Promise<Row[]>
  zoneOf(row: Row): Stored<Entry>
  insert(writing: Writing, added: { id: string; userId: string; entry: Entry }, now: Date): Promise<unknown>
  update(writing: Writing, zone: Stored<Entry>, before: Row): Promise<unknown>
  remove(writing: Writing, id: string): Promise<unknown>
}

/** An account's zones of one kind. */
export function createZonesStore<Entry extends object, Row extends { id: string }>(
  database: Database,
  { most, activities, devicesOf, rowsOf, zoneOf, insert, update, remove }: ZoneTable<Entry, Row>,
) {
  const heldOf = async (userId: string): Promise<Locks> => ({
    accounts: [userId],
    devices: (await devicesOf?.(userId)) ?? [],
  })

  return {
    async list(userId: string): Promise<Stored<Entry>[]> {
      const rows = await rowsOf(database, userId)
      return rows.map(zoneOf)
    },

    /** `full`: the account has as many as it may. */
    async create(added: { id: string; userId: string; entry: Entry }, now: Date): Promise<Stored<Entry> | 'full'> {
      const { id, userId, entry } = added
      return inTransaction(database, await heldOf(userId), async (transaction) => {
        if ((await rowsOf(transaction, userId)).length >= most) return 'full'
        await insert(transaction, added, now)
        await recordActivity(transaction, { userId, actor: 'owner', kind: activities.made, at: now })
        return { ...entry, id }
      })
    },

    /** Null if the user has no zone with this id. */
    async change(
      { id, userId, change }: { id: string; userId: string; change: ChangeOf<Stored<Entry>> },
      now: Date,
    ): Promise<Stored<Entry> | null> {
      return inTransaction(database, await heldOf(userId), async (transaction) => {
        const before = (await rowsOf(transaction, userId)).find((row) => row.id === id)
        if (before === undefined) return null
        const zone = withChange(zoneOf(before), change)
        await update(transaction, zone, before)
        await recordActivity(transaction, { userId, actor: 'owner', kind: activities.changed, at: now })
        return zone
      })
    },

    /** False if the user has no zone with this id. */
    remove(userId: string, id: string, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await rowsOf(transaction, userId)).some((row) => row.id === id)) return false
        await remove(transaction, id)
        await recordActivity(transaction, { userId, actor: 'owner', kind: activities.removed, at: now })
        return true
      })
    },
  }
}
