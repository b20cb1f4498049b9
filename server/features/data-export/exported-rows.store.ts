import { type RawBuilder, sql } from 'kysely'
import { dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { ExportedTable } from './exported-parts.ts'

/** A row of a part, under the names of the export. Instants are dates. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A device, as far as its positions are concerned. */
export interface ExportedDevice {
  id: string
  name: string
}

export type ExportedRowsStore = ReturnType<typeof createExportedRowsStore>

const { rowsTogether } = dataExportServerLimits

/** Everything that is stored about an account, read in pages. */
export function createExportedRowsStore(database: Database) {
  return {
    /** Null if there is no such account any more. */
    async email(userId: string): Promise<string | null> {
      const row = await database.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
      return row?.email ?? null
    },

    async devices(userId: string): Promise<ExportedDevice[]> {
      return database
        .selectFrom('devices')
        .select(['id', 'name'])
        .where('user_id', '=', userId)
        .orderBy('registered_at')
        .orderBy('id')
        .execute()
    },

    /** How many positions a device has in a range, both ends inclusive. */
    async countPositions(deviceId: string, start: Date, end: Date): Promise<number> {
      const { count } = await database
        .selectFrom('positions')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('device_id', '=', deviceId)
        .where('recorded_at', '>=', start)
        .where('recorded_at', '<=', end)
        .executeTakeFirstOrThrow()
      return count
    },

    async pictures(userId: string): Promise<string[]> {
      const rows = await database.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
      return rows.map(({ id }) => id)
    },

    async picture(id: string): Promise<Buffer | null> {
      const row = await database.selectFrom('uploads').select('picture').where('id', '=', id).executeTakeFirst()
      return row?.picture ?? null
    },

    /** The rows of a part. */
    async *rows(exported: ExportedTable, userId: string): AsyncGenerator<ExportedRow[], void> {
      let after: readonly unknown[] | null = null
      for (;;) {
        const page: Page = await readPage(database, exported, userId, after)
        if (page.rows.length > 0) yield page.rows
        if (exported.order === null || page.rows.length < rowsTogether) return
        after = page.last
      }
    },
  }
}

interface Page {
  rows: ExportedRow[]
  /** The last one's place in the order. */
  last: readonly unknown[]
}

/** Names of the columns that only say where a page ends. */
const placeNames = ['order 0', 'order 1', 'order 2'] as const

async function readPage(
  database: Database,
  { table, whose, values, order }: ExportedTable,
  userId: string,
  after: readonly unknown[] | null,
): Promise<Page> {
  const columns = values.map(({ name, by }) => sql`${by} as ${sql.ref(name)}`)
  const places = (order ?? []).map((column) => sql.ref(column))
  // As text: a place between two microseconds would be lost in a date of JavaScript.
  const placeColumns = places.map((column, index) => sql`${column}::text as ${sql.ref(placeName(index))}`)
  const isTheirs = whose(userId)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...columns, ...placeColumns])} from ${sql.table(table)}
    where ${after === null ? isTheirs : sql`(${isTheirs}) and ${isAfter(places, after)}`}
    ${order === null ? sql`` : sql`order by ${sql.join(places)} limit ${rowsTogether}`}`.execute(database)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => Object.fromEntries(values.map(({ name }) => [name, row[name]]))),
    last: places.map((_, index) => last?.[placeName(index)]),
  }
}

function placeName(index: number): string {
  const name = placeNames[index]
  if (name === undefined) throw new Error('a part is ordered by at most three columns')
  return name
}

/** The parameters get the types of the columns that they are compared with. */
function isAfter(places: readonly RawBuilder<unknown>[], after: readonly unknown[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(places)}) > (${sql.join(after)})`
}
