import { sql } from 'kysely'
import type { OwnPoiFile } from '#contract/poi-exchange/poi-exchange.ts'
import type { ExchangedPoi } from '#domain/poi-exchange/exchanged-poi.ts'
import type { Database } from '#server/db/connection/database.ts'
import { placeColumns } from '#server/db/positions/place.ts'
import { skippingLocked, inTransaction } from '#server/db/transactions/locks.ts'

/** The position of an own POI in its file. */
export interface OwnPoiPosition {
  fileId: string
  /** In its file, from 1. */
  number: number
}

/** An own POI, as it is listed. */
export interface OwnPoi extends OwnPoiPosition, Omit<ExchangedPoi, 'kind'> {
  readAt: Date
}

/** The part of it that a map shows. */
export type OwnPoint = Pick<OwnPoi, 'number' | 'latitude' | 'longitude' | 'speed' | 'direction'>

export type OwnPoisStore = ReturnType<typeof createOwnPoisStore>

/** How many rows are removed at once: few enough that nobody has to wait (design, section 5.10). */
const removedAtOnce = 2_000

/** Own POIs. A file is written in pieces that nobody sees, and then shown at once. */
export function createOwnPoisStore(database: Database) {
  const shownPois = (userId: string) =>
    database
      .selectFrom('own_pois')
      .innerJoin('own_poi_files', 'own_poi_files.id', 'own_pois.file_id')
      .select(['file_id', 'number', 'own_pois.name', 'comment', 'speed', 'direction', 'read_at'])
      .select(placeColumns)
      .where('user_id', '=', userId)
      .where('complete', '=', true)
  type Row = Awaited<ReturnType<ReturnType<typeof shownPois>['executeTakeFirstOrThrow']>>
  const ownPoiOf = ({ file_id, read_at, ...poi }: Row): OwnPoi => ({ ...poi, fileId: file_id, readAt: read_at })

  /** Removes files that nobody sees any more, piece by piece. */
  async function erase(fileIds: readonly string[]): Promise<void> {
    for (let removed = removedAtOnce; fileIds.length > 0 && removed > 0;) {
      // By where the rows lie: a join would be done row by row where statistics of an emptied table say that there are none.
      const { rows } = await sql`
        delete from own_pois where ctid = any(array(
          select ctid from own_pois where file_id = any(${fileIds}) limit ${removedAtOnce}
          ${skippingLocked('own_pois')}
        )) returning number`.execute(database)
      removed = rows.length
    }
    if (fileIds.length > 0) await database.deleteFrom('own_poi_files').where('id', 'in', fileIds).execute()
  }

  return {
    /**
     * Accepts a file if the user then has at most this many POIs, including those of files that are still being written;
     * false if not. Files of one user are accepted one after the other, so that several together cannot exceed the limit.
     */
    async begin(file: OwnPoiFile & { id: string; userId: string }, most: number): Promise<boolean> {
      const { id, userId, name, format, readAt, pois } = file
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const { count } = await transaction
          .selectFrom('own_poi_files')
          .select(({ fn }) => fn.coalesce(fn.sum<string>('pois'), sql<string>`0`).as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        if (Number(count) + pois > most) return false
        await transaction
          .insertInto('own_poi_files')
          .values({ id, user_id: userId, name, format, read_at: new Date(readAt), pois, complete: false })
          .execute()
        return true
      })
    },

    /** @param first the number of the first of these POIs in the file, from 1. */
    async add(fileId: string, first: number, pois: readonly ExchangedPoi[]): Promise<void> {
      await sql`
        insert into own_pois (file_id, number, place, name, comment, speed, direction)
        select ${fileId}, ${first}::integer + position::integer - 1,
          st_setsrid(st_makepoint((poi->>'longitude')::float8, (poi->>'latitude')::float8), 4326),
          poi->>'name', poi->>'comment', (poi->>'speed')::integer, (poi->>'direction')::integer
        from jsonb_array_elements(${JSON.stringify(pois)}::jsonb) with ordinality as entries(poi, position)`.execute(
        database,
      )
    },

    async show(fileId: string): Promise<void> {
      await database.updateTable('own_poi_files').set({ complete: true }).where('id', '=', fileId).execute()
    },

    /** Removes what unfinished imports have left behind. */
    async forgetUnfinished(userId: string, begunBefore: Date): Promise<void> {
      const files = await database
        .selectFrom('own_poi_files')
        .select('id')
        .where('user_id', '=', userId)
        .where('complete', '=', false)
        .where('read_at', '<', begunBefore)
        .execute()
      await erase(files.map(({ id }) => id))
    },

    async files(userId: string): Promise<OwnPoiFile[]> {
      const rows = await database
        .selectFrom('own_poi_files')
        .selectAll()
        .where('user_id', '=', userId)
        .where('complete', '=', true)
        .orderBy('read_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ name, format, read_at, pois }) => ({ name, format, pois, readAt: read_at.toISOString() }))
    },

    /** The places of a user's POIs, with their speed limits. */
    async places(userId: string): Promise<Pick<OwnPoi, 'latitude' | 'longitude' | 'speed'>[]> {
      return database
        .selectFrom('own_pois')
        .innerJoin('own_poi_files', 'own_poi_files.id', 'own_pois.file_id')
        .select('speed')
        .select(placeColumns)
        .where('user_id', '=', userId)
        .where('complete', '=', true)
        .execute()
    },

    /** The ids of a user's shown files, and how many POIs each has. */
    async shownFiles(userId: string): Promise<{ id: string; pois: number }[]> {
      return database
        .selectFrom('own_poi_files')
        .select(['id', 'pois'])
        .where('user_id', '=', userId)
        .where('complete', '=', true)
        .orderBy('id')
        .execute()
    },

    /** What a map shows of some POIs of a file: those after a number in the file, 0 for the first. */
    async points(fileId: string, after: number, limit: number): Promise<OwnPoint[]> {
      return database
        .selectFrom('own_pois')
        .select(['number', 'speed', 'direction'])
        .select(placeColumns)
        .where('file_id', '=', fileId)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute()
    },

    async find(userId: string, { fileId, number }: OwnPoiPosition): Promise<OwnPoi | null> {
      const row = await shownPois(userId).where('file_id', '=', fileId).where('number', '=', number).executeTakeFirst()
      return row === undefined ? null : ownPoiOf(row)
    },

    /** Some of a user's POIs: those after a file and a number in it, or the first. */
    async page(userId: string, after: OwnPoiPosition | null, limit: number): Promise<OwnPoi[]> {
      const rows = await shownPois(userId)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(file_id, number) > (${after?.fileId}, ${after?.number}::integer)`),
        )
        .orderBy('file_id')
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(ownPoiOf)
    },

    /** Removes all of a user's POIs: hidden at once, deleted piece by piece. Returns how many there were. */
    async removeAll(userId: string): Promise<number> {
      const hidden = await database
        .updateTable('own_poi_files')
        .set({ complete: false })
        .where('user_id', '=', userId)
        .where('complete', '=', true)
        .returning(['id', 'pois'])
        .execute()
      await erase(hidden.map(({ id }) => id))
      return hidden.reduce((sum, { pois }) => sum + pois, 0)
    },
  }
}
