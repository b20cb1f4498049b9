import { sql } from 'kysely'
import * as z from 'zod'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { Departure } from '#contract/route-check/route-check.ts'
import { savedRoutesLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import type {
  SavedRoute,
  SavedRouteChange,
  SavedRouteDetails,
  SavedRouteEntry,
} from '#contract/saved-routes/saved-routes.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { withChange } from '#domain/changes/with-change.ts'
import { eveningBefore } from '#domain/saved-routes/saved-routes.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { addForOwner, messageKind } from '#server/db/shared/messages.ts'

/** A saved route with its line. */
export interface WholeRoute {
  route: SavedRoute
  pieces: Place[][]
}

/** A route on the evening before its departure. */
export interface DepartingRoute extends WholeRoute {
  userId: string
  departure: Departure
  /** The keys of what its owner has seen on it. */
  known: string[]
}

/** What a check found: how long the line is, and the keys of what lies on it. */
export interface Seen {
  lengthMetres: number
  known: readonly string[]
}

export type SavedRoutesStore = ReturnType<typeof createSavedRoutesStore>

/** Routes that riders keep. */
export function createSavedRoutesStore(database: Database) {
  return {
    async list(userId: string): Promise<SavedRoute[]> {
      const rows = await routes(database, userId).orderBy('saved_at', 'desc').orderBy('id').execute()
      return rows.map(routeOf)
    },

    /** Null if the user has no route with this id. */
    async find(userId: string, id: string): Promise<WholeRoute | null> {
      const row = await routes(database, userId).select('pieces').where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : { route: routeOf(row), pieces: row.pieces }
    },

    /** `full`: the account has as many as it may. */
    save(
      { id, userId, entry, seen }: { id: string; userId: string; entry: SavedRouteEntry; seen: Seen },
      now: Date,
    ): Promise<SavedRoute | 'full'> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const all = await routes(transaction, userId).execute()
        if (all.length >= savedRoutesLimits.most) return 'full'
        const row = await transaction
          .insertInto('saved_routes')
          .values({
            id,
            user_id: userId,
            ...columnsOf(entry),
            pieces: JSON.stringify(entry.pieces),
            length_metres: seen.lengthMetres,
            corridor_metres: entry.corridorMetres,
            known: [...seen.known],
            saved_at: now,
          })
          .returning(columns)
          .executeTakeFirstOrThrow()
        return routeOf(row)
      })
    },

    /** Null if the user has no route with this id. */
    change({
      id,
      userId,
      change,
      known,
    }: {
      id: string
      userId: string
      change: SavedRouteChange
      known: readonly string[]
    }): Promise<SavedRoute | null> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const before = await routes(transaction, userId).where('id', '=', id).executeTakeFirst()
        if (before === undefined) return null
        const row = await transaction
          .updateTable('saved_routes')
          .set({ ...columnsOf(withChange(routeOf(before), change)), known: [...known] })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow()
        return routeOf(row)
      })
    },

    /** Its owner has seen what lies on it. */
    see: (userId: string, id: string, known: readonly string[]): Promise<void> => see(database, { userId, id, known }),

    /** False if the user has no route with this id. */
    async remove(userId: string, id: string): Promise<boolean> {
      const removed = await database
        .deleteFrom('saved_routes')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },

    /** Those whose evening has come, and that were not taken up yet. */
    async due(now: Date): Promise<{ userId: string; about: RouteNewsAbout }[]> {
      const rows = await database
        .selectFrom('saved_routes')
        .select(['id', 'user_id', 'departs_at'])
        .where(isItsEvening(now))
        .$narrowType<{ departs_at: Date }>()
        .orderBy('departs_at')
        .orderBy('id')
        .execute()
      return rows.map(({ id, user_id: userId, departs_at }) => ({ userId, about: [id, departs_at.toISOString()] }))
    },

    /** What a version before has begun to send and left has to be sent: the database makes messages of it (migration 0108). */
    async takeOver(now: Date): Promise<void> {
      const stuckBefore = new Date(now.getTime() - messagesServerLimits.leaseMinutes * minuteMs)
      const left = sql<boolean>`news_state = 'SENDING' and news_begun_at < ${stuckBefore} and departs_at > ${now}`
      const owners = await database.selectFrom('saved_routes').select('user_id').distinct().where(left).execute()
      for (const { user_id: userId } of owners) {
        await inTransaction(database, { accounts: [userId] }, (writing) =>
          writing
            .updateTable('saved_routes')
            .set({ news_state: 'QUEUED' })
            .where('user_id', '=', userId)
            .where(left)
            .execute(),
        )
      }
    },

    /** Notes that one was taken up, once. @param news how much there is to tell of it. */
    async takeUp({ userId, about }: { userId: string; about: RouteNewsAbout }, news: number, now: Date): Promise<void> {
      const [id, departsAt] = about
      await inTransaction(database, { accounts: [userId] }, async (writing) => {
        const taken = await writing
          .updateTable('saved_routes')
          .set({ news_for: new Date(departsAt) })
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .where('departs_at', '=', new Date(departsAt))
          .where(isItsEvening(now))
          .returning('id')
          .executeTakeFirst()
        if (taken === undefined || news === 0) return
        await addForOwner(writing, routeNews, { about, userId, deviceId: null, words: String(news), dueAt: now })
      })
    },

    /** Null if it has gone, or another departure was chosen, or nobody wants to be notified any more, or it has departed. */
    async departing(userId: string, [id, departsAt]: RouteNewsAbout, now: Date): Promise<DepartingRoute | null> {
      const row = await routes(database, userId)
        .select(['pieces', 'known'])
        .where('id', '=', id)
        .where('departs_at', '=', new Date(departsAt))
        .where('departs_at', '>', now)
        .where('is_watched', '=', true)
        .executeTakeFirst()
      const departure = row === undefined ? null : departureOf(row)
      if (row === undefined || departure === null) return null
      return { route: routeOf(row), pieces: row.pieces, userId, departure, known: row.known }
    },
  }
}

/** A route, and the departure of which its rider is notified. */
const about = z.tuple([z.string(), z.iso.datetime()])
export type RouteNewsAbout = z.infer<typeof about>
export const routeNews = messageKind('route-news', about)

function isItsEvening(now: Date) {
  return sql<boolean>`
    is_watched and check_at <= ${now} and departs_at > ${now} and news_for is distinct from departs_at`
}

const columns = [
  'id',
  'name',
  'length_metres',
  'corridor_metres',
  'departs_at',
  'average_kmh',
  'is_watched',
  'saved_at',
] as const

/** Its owner has seen what lies on it. */
export async function see(
  queries: Queries,
  { userId, id, known }: { userId: string; id: string; known: readonly string[] },
): Promise<void> {
  await queries
    .updateTable('saved_routes')
    .set({ known: [...known] })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

function routes(queries: Queries, userId: string) {
  return queries.selectFrom('saved_routes').select(columns).where('user_id', '=', userId)
}

type RouteRow = Awaited<ReturnType<ReturnType<typeof routes>['executeTakeFirstOrThrow']>>

function routeOf(row: RouteRow): SavedRoute {
  return {
    id: row.id,
    name: row.name,
    departure: departureOf(row),
    isWatched: row.is_watched,
    lengthMetres: row.length_metres,
    corridorMetres: row.corridor_metres,
    savedAt: row.saved_at.toISOString(),
  }
}

function departureOf(row: Pick<RouteRow, 'departs_at' | 'average_kmh'>): Departure | null {
  const { departs_at: departsAt, average_kmh: averageKmh } = row
  return departsAt === null || averageKmh === null ? null : { at: departsAt.toISOString(), averageKmh }
}

function columnsOf({ name, departure, isWatched }: SavedRouteDetails) {
  return {
    name,
    departs_at: departure && new Date(departure.at),
    average_kmh: departure && departure.averageKmh,
    check_at: departure && eveningBefore(departure.at),
    is_watched: isWatched,
  }
}
