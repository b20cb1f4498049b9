import { sql } from 'kysely'
import { type Poi, poiCategories } from '#contract/pois/pois.ts'
import { lastClusteredZoom, clusterRadiusPx } from '#domain/geo/map.ts'
import { typesOf } from '#domain/pois/pois.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import type { TileAddress } from '#server/tiles/tile.ts'
import { median } from './figures.ts'
import type { ListFigures } from './list.ts'
import type { HttpFigures } from './over-http.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { someTiles, zooms } from './tiles.ts'

const tilesPerZoom = 5

export interface OnPostgres {
  /** Median milliseconds of `ST_AsMVT` by zoom. */
  tileMs: Map<number, number>
  list: ListFigures
  overHttp: HttpFigures
}

/** The same POIs in PostgreSQL: tiles made by PostGIS, and the list of all read from there and answered. */
export async function measureOnPostgres(
  pois: readonly Poi[],
  apart: { list: (url: string) => ListFigures; overHttp: (url: string) => HttpFigures },
): Promise<OnPostgres | string> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return postgres.missing
  const { database, close } = connect({ url: postgres.url })
  try {
    await migrate(database)
    await storePois(database, pois, 'bench')
    const tileMs = new Map<number, number>()
    for (const zoom of zooms) tileMs.set(zoom, await medianTile(database, pois, zoom))
    return { tileMs, list: apart.list(postgres.url), overHttp: apart.overHttp(postgres.url) }
  } finally {
    await close()
    await postgres.stop()
  }
}

/** @param source `demo` puts them into the demo world. */
export async function storePois(database: Database, pois: readonly Poi[], source: string): Promise<void> {
  for (let at = 0; at < pois.length; at += 20_000) {
    await sql`
      insert into pois (id, source, source_id, poi_type, place, street, postcode, city, speed, direction, attribution,
        fetched_at, created_at, updated_at)
      select poi->>'id', ${source}, poi->>'id', poi->>'poiType',
        st_setsrid(st_makepoint((poi->>'longitude')::float8, (poi->>'latitude')::float8), 4326), poi->>'street',
        poi->>'postcode', poi->>'city', (poi->>'speed')::integer, (poi->'details'->>'direction')::real,
        poi->'details'->>'attribution', now(), now(), now()
      from jsonb_array_elements(${JSON.stringify(pois.slice(at, at + 20_000))}::jsonb) as poi`.execute(database)
  }
  await sql`analyze pois`.execute(database)
}

async function medianTile(database: Database, pois: readonly Poi[], zoom: number): Promise<number> {
  const times: number[] = []
  for (const address of someTiles(pois, zoom, zoom < 6 ? 1 : tilesPerZoom, randomFrom(zoom))) {
    const startedAt = performance.now()
    await postgisTile(address).execute(database)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** PostGIS cannot cluster a whole country by distance: a grid as wide as the radius is used instead. */
function postgisTile({ zoom, column, row }: TileAddress) {
  const envelope = sql`st_tileenvelope(${zoom}, ${column}, ${row})`
  const inside = sql`place && st_transform(${envelope}, 4326)`
  if (zoom > lastClusteredZoom) {
    return sql`
      select st_asmvt(tile, 'pois') from (
        select st_asmvtgeom(st_transform(place, 3857), ${envelope}, 4096, 0) as geom, id, poi_type, speed, direction
        from current_pois where ${inside}) as tile`
  }
  const cell = (40_075_016.68 / 512 / 2 ** zoom) * clusterRadiusPx(zoom)
  const counts = poiCategories.map(
    (category) => sql`count(*) filter (where poi_type = any(${typesOf([category])})) as ${sql.id(category)}`,
  )
  return sql`
    select st_asmvt(tile, 'pois') from (
      select st_asmvtgeom(st_setsrid(st_makepoint(avg(st_x(at)), avg(st_y(at))), 3857), ${envelope}, 4096, 0) as geom,
        count(*), ${sql.join(counts)}
      from (select st_transform(place, 3857) as at, poi_type from current_pois where ${inside}) as inside
      group by st_snaptogrid(at, ${cell})) as tile`
}
