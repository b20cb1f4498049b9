import { type RawBuilder, sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import type { Poi, PoiType } from '#contract/pois/pois.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Box } from '#domain/geo/geo.ts'
import { confidenceOf, reportSource } from '#domain/poi-reports/poi-reports.ts'
import { poiFacts } from '#domain/pois/poi-facts.ts'
import { type Family, familyOf, kindredTypes, reachMetres } from '#domain/pois/same-things.ts'
import { isInAnyBox, placeColumns, pointAt } from '#server/db/positions/place.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isOf } from '#server/db/connection/worlds.ts'

/** Which POIs are searched. Without `around` their order has no meaning, but is always the same. */
export interface PoiSearch {
  /** In any of them. */
  boxes: readonly Box[] | null
  around: (Place & { radiusMetres: number }) | null
  types: readonly PoiType[] | null
  limit: number
  /** The last POI of the page before. */
  after: PoiPosition | null
}

/** Where a POI stands in the order of a search; `distance` (metres) is 0 without a place to measure from. */
export interface PoiPosition {
  distance: number
  id: string
}

export type PoisStore = ReturnType<typeof createPoisStore>

/** The POIs of a world that are shown, by place. Those that have expired are never given. */
export function createPoisStore(database: Database, world: World) {
  const poiRows = (now: Date) => livingPois(database, now).where(isOf(world))

  return {
    async search(search: PoiSearch, now: Date): Promise<Poi[]> {
      const { boxes, around, types, after, limit } = search
      const distance = around === null ? null : distanceFrom(around)
      const conditions = [
        ...(boxes === null ? [] : [isInAnyBox(boxes)]),
        ...(around === null ? [] : [isWithin(around)]),
        ...(types === null ? [] : [sql<boolean>`poi_type = any(${types})`]),
        ...(after === null ? [] : [isAfter(after, distance)]),
      ]
      const found = poiRows(now)
        .where((where) => where.and(conditions))
        .limit(limit)
      const inOrder = distance === null ? found : found.select(distance.as('distance')).orderBy(distance)
      const rows = await inOrder.orderBy('id').execute()
      return rows.map((row) => poiOf(row, now))
    },

    async find(id: string, now: Date): Promise<Poi | null> {
      const row = await poiRows(now).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : poiOf(row, now)
    },

    /** A POI of a source, even if it is over: for a last answer about it. */
    async findEvenIfOver(id: string, source: string, now: Date): Promise<Poi | null> {
      const row = await allPois(database)
        .where(isOf(world))
        .where('id', '=', id)
        .where('source', '=', source)
        .executeTakeFirst()
      return row === undefined ? null : poiOf(row, now)
    },

    /** A page of all POIs except POI reports, in the order of their ids, from the one after `afterId`. */
    async page(afterId: string, limit: number, now: Date): Promise<Poi[]> {
      const rows = await poiRows(now)
        .where('source', '<>', reportSource)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => poiOf(row, now))
    },

    /** All POI reports. */
    async reports(now: Date): Promise<Poi[]> {
      const rows = await poiRows(now).where('source', '=', reportSource).orderBy('id').execute()
      return rows.map((row) => poiOf(row, now))
    },

    /** For each of these, by its id: what may be the same thing at other sources, and what may be the same as that. */
    async around(pois: readonly Poi[], now: Date): Promise<Map<string, Poi[]>> {
      const near = await nearTo(database, pois)
      const ids = new Set(near.map(({ id }) => id))
      const rows =
        ids.size === 0
          ? []
          : await poiRows(now)
              .where('id', 'in', [...ids])
              .execute()
      const found = new Map(rows.map((row) => [row.id, poiOf(row, now)]))
      const groups = Map.groupBy(near, ({ nearId }) => nearId)
      return new Map([...groups].map(([nearId, each]) => [nearId, each.flatMap(({ id }) => found.get(id) ?? [])]))
    },

    /** The families of POIs that more than one source has, without POI reports. */
    async sharedFamilies(now: Date): Promise<Family[]> {
      const rows = await livingPois(database, now)
        .clearSelect()
        .select(['poi_type', 'source'])
        .distinct()
        .where(isOf(world))
        .where('source', '<>', reportSource)
        .execute()
      const families = Map.groupBy(rows, ({ poi_type }) => familyOf(poi_type))
      return [...families].flatMap(([family, members]) =>
        new Set(members.map(({ source }) => source)).size > 1 ? [family] : [],
      )
    },

    /** `reports` changes with every POI report, `pois` with every other POI. */
    async versions(): Promise<{ pois: string; reports: string }> {
      const row = await database.selectFrom('poi_versions').select(['version', 'reports']).executeTakeFirst()
      return { pois: row?.version ?? '0', reports: row?.reports ?? '0' }
    },

    /** When the next POI expires, without POI reports. */
    async nextExpiry(now: Date): Promise<Date | null> {
      const row = await database
        .selectFrom('current_pois')
        .select(({ fn }) => fn.min('expires_at').as('next'))
        .where('expires_at', '>', now)
        .where(isOf(world))
        .where('source', '<>', reportSource)
        .executeTakeFirst()
      return row?.next ?? null
    },
  }
}

const columns = [
  'id',
  'source',
  'poi_type',
  ...poiFacts,
  'kind_assumed',
  'attribution',
  'fetched_at',
  'expires_at',
  'created_at',
  'updated_at',
  'confirmations',
  'denials',
  'confirmed_at',
  'supporting',
  'opposing',
  'unconfirmed',
] as const

function allPois(queries: Queries) {
  return queries.selectFrom('current_pois').leftJoin('poi_reports', 'poi_id', 'id').select(columns).select(placeColumns)
}

function livingPois(queries: Queries, now: Date) {
  return allPois(queries).where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
}

type PoiRow = Awaited<ReturnType<ReturnType<typeof allPois>['executeTakeFirstOrThrow']>> & { distance?: number }

function poiOf(row: PoiRow, now: Date): Poi {
  return {
    id: row.id,
    poiType: row.poi_type,
    latitude: row.latitude,
    longitude: row.longitude,
    street: row.street,
    postcode: row.postcode,
    city: row.city,
    speed: row.speed,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.distance !== undefined && { distance: row.distance }),
    details: {
      ...(row.direction !== null && { direction: row.direction }),
      ...(row.note !== null && { note: row.note }),
      ...(row.kind_assumed && { kindAssumed: true }),
      source: row.source,
      attribution: row.attribution,
      fetchedAt: row.fetched_at.toISOString(),
      ...(row.expires_at !== null && { expiresAt: row.expires_at.toISOString() }),
      ...reportDetails(row, now),
    },
  }
}

/** The votes on a POI report; empty for other POIs. */
function reportDetails(row: PoiRow, now: Date): Partial<Poi['details']> {
  const { confirmations, denials, supporting, opposing, confirmed_at: confirmedAt, expires_at: expiresAt } = row
  if (confirmations === null || denials === null || expiresAt === null) return {}
  const since = confirmedAt ?? row.created_at
  const weights = { supporting: supporting ?? 0, opposing: opposing ?? 0 }
  return {
    confirmations,
    denials,
    confidence: confidenceOf({ ...weights, since, expiresAt }, now),
    ...(row.unconfirmed === true && { unconfirmed: true }),
    ...(confirmedAt !== null && { confirmedAt: confirmedAt.toISOString() }),
  }
}

/** Pairs of one of the POIs and one of another source, within twice the distance in which both may be the same. */
async function nearTo(queries: Queries, pois: readonly Poi[]): Promise<{ nearId: string; id: string }[]> {
  const places = pois.map(({ id, poiType, latitude, longitude }) => ({
    nearId: id,
    latitude,
    longitude,
    metres: 2 * reachMetres(poiType),
    types: kindredTypes(poiType),
  }))
  const { rows } = await sql<{ nearId: string; id: string }>`
    select "nearId", id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as near(
      "nearId" text, latitude float8, longitude float8, metres float8, types jsonb)
    join current_pois on types ? poi_type and st_dwithin(
      place::geography, st_setsrid(st_makepoint(longitude, latitude), 4326)::geography, metres, false)
    where source <> ${reportSource}`.execute(queries)
  return rows
}

/** On a sphere, as `domain/geo/geo.ts` measures and as the index orders. */
function distanceFrom(around: Place) {
  return sql<number>`(place::geography <-> ${pointAt(around)}::geography)`
}

/** Without a distance the order is that of the ids, which has an index: no page reads the POIs before it. */
function isAfter(last: PoiPosition, distance: RawBuilder<number> | null) {
  if (distance === null) return sql<boolean>`id > ${last.id}`
  return sql<boolean>`(${distance}, id) > (${last.distance}::float8, ${last.id})`
}

function isWithin(around: NonNullable<PoiSearch['around']>) {
  return sql<boolean>`st_dwithin(place::geography, ${pointAt(around)}::geography, ${around.radiusMetres}, false)`
}
