import { sql } from 'kysely'
import type { Place } from '#contract/place.ts'
import type { Departure } from '#contract/route-check.ts'
import { savedRoutesLimits } from '#contract/saved-routes-limits.ts'
import type { SavedRoute, SavedRouteChange, SavedRouteDetails, SavedRouteEntry } from '#contract/saved-routes.ts'
import { withChange } from '#domain/changes/with-change.ts'
import { eveningBefore } from '#domain/saved-routes/saved-routes.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { type Due, isDue } from '#server/db/due.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { pushTargetsOf } from '#server/db/push-targets.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** A saved route with its line. */
export interface WholeRoute {
  route: SavedRoute
  pieces: Place[][]
}

/** A route on the evening before its departure. */
export interface DueRoute extends WholeRoute {
  userId: string
  departure: Departure
  /** The keys of what its owner has seen on it. */
  known: string[]
  email: string
  /** Taken up for the first time: browsers are notified then and never again. */
  browsers: { id: string; target: PushTarget }[]
}

/** What a check found: how long the line is, and the keys of what lies on it. */
export interface Seen {
  lengthMetres: number
  known: readonly string[]
}

export type SavedRoutesStore = ReturnType<typeof createSavedRoutesStore>

/** Routes that riders keep. They are their own queue for the check on the evening before. */
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
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
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
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
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
    async see(userId: string, id: string, known: readonly string[]): Promise<void> {
      await database
        .updateTable('saved_routes')
        .set({ known: [...known] })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },

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

    /** Takes up a route on the evening before its departure, the earliest first; null if there is none. */
    async begin(now: Date, due: Due): Promise<DueRoute | null> {
      const { rows } = await sql<Taken>`
        with next as materialized (
          select id, news_for is distinct from departs_at as is_first from saved_routes
          where is_watched and check_at <= ${now} and departs_at > ${now}
            and (news_for is distinct from departs_at or ${isDue(due, newsColumns)})
          order by departs_at, id limit 1 ${skippingHeld('saved_routes')})
        update saved_routes
        set news_for = departs_at, news_state = 'SENDING', news_begun_at = ${now}, news_ended_at = null from next
        where saved_routes.id = next.id
        returning saved_routes.id, is_first`.execute(database)
      const [taken] = rows
      return taken === undefined ? null : dueRoute(database, taken, now)
    },

    /** Notes that the e-mail of a check is still being sent. */
    async renew({ route: { id }, departure }: Pick<DueRoute, 'route' | 'departure'>, now: Date): Promise<void> {
      await database
        .updateTable('saved_routes')
        .set({ news_begun_at: now })
        .where('id', '=', id)
        .where('news_for', '=', new Date(departure.at))
        .where('news_state', '=', 'SENDING')
        .execute()
    },

    /** What became of a check on the evening before; not of one whose departure has changed meanwhile. */
    async end(
      { route: { id }, departure }: Pick<DueRoute, 'route' | 'departure'>,
      state: 'SENT' | 'QUEUED' | 'NONE' | 'FAILED',
      now: Date,
    ): Promise<void> {
      await database
        .updateTable('saved_routes')
        .set({ news_state: state, news_ended_at: now })
        .where('id', '=', id)
        .where('news_for', '=', new Date(departure.at))
        .execute()
    },
  }
}

const newsColumns = { state: 'news_state', begunAt: 'news_begun_at' }

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

interface Taken {
  id: string
  is_first: boolean
}

async function dueRoute(queries: Queries, { id, is_first: isFirst }: Taken, now: Date): Promise<DueRoute | null> {
  const row = await queries
    .selectFrom('saved_routes')
    .innerJoin('users', 'users.id', 'saved_routes.user_id')
    .select(columns.map((column) => `saved_routes.${column}` as const))
    .select(['user_id', 'pieces', 'known', 'email'])
    .where('saved_routes.id', '=', id)
    .executeTakeFirst()
  const departure = row === undefined ? null : departureOf(row)
  // Changed or removed meanwhile.
  if (row === undefined || departure === null) return null
  const { user_id: userId, pieces, known, email } = row
  const browsers = isFirst ? await pushTargetsOf(queries, userId, now) : []
  return { route: routeOf(row), pieces, userId, departure, known, email, browsers }
}
