import { sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { randomFrom } from '#domain/testing/random.ts'
import type { Database } from '#server/db/connection/database.ts'

/** More than OpenStreetMap has of Germany. */
const closedRoads = 20_000
const warnedAreas = 300

/** Closed roads, one in ten of them in the middle of Munich, where lines go to and fro. */
export async function storeClosures(database: Database): Promise<void> {
  const random = randomFrom(2)
  const roads = Array.from({ length: closedRoads }, (_, index) => {
    const start: Place =
      index % 100 === 0
        ? { latitude: 48.138 + random() * 0.006, longitude: 11.578 + random() * 0.008 }
        : { latitude: 47.6 + random() * 6.8, longitude: 6.5 + random() * 8 }
    const line = [start]
    for (let corner = 0; corner < 30; corner += 1) line.push(destination(line.at(-1) ?? start, 30, random() * 120))
    return {
      id: `way/${index}`,
      name: `L ${index}`,
      line: textOfLine(line),
      rules: [{ access: 'closed', condition: null }],
    }
  })
  for (let at = 0; at < roads.length; at += 5_000) {
    await sql`
      insert into closures (id, source, name, line, road, rules, attribution, edition)
      select id, 'bench', name, line, st_linefromencodedpolyline(line), rules, '© Bench', 0
      from jsonb_to_recordset(${JSON.stringify(roads.slice(at, at + 5_000))}::jsonb)
        as record(id text, name text, line text, rules jsonb)`.execute(database)
  }
  await sql`analyze closures`.execute(database)
}

/** Warnings in force, each for as much land as a district has. */
export async function storeWarnings(database: Database): Promise<void> {
  const random = randomFrom(3)
  for (let index = 0; index < warnedAreas; index += 1) {
    const [north, east] = [47.6 + random() * 6.8, 6.5 + random() * 8]
    await sql`
      insert into weather_warnings (id, source, warning_type, headline, description, level, region_name, place, area,
        valid_from, valid_until, sent_at, fetched_at, attribution)
      values (${`bench/${index}`}, 'cap', 'STURM', 'Sturm', 'Sturm', 2, 'Kreis',
        st_setsrid(st_makepoint(${east}, ${north}), 4326),
        st_multi(st_buffer(st_setsrid(st_makepoint(${east}, ${north}), 4326), 0.2)),
        now() - interval '1 hour', null, now() - interval '1 hour', now(), '© Bench')`.execute(database)
  }
}
