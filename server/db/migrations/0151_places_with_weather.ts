import { type Kysely, sql } from 'kysely'

/** The places of whose weather an owner wants to know, which a round asks for in portions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index own_places_with_weather on own_places (id) where weather_level is not null`.execute(db)
}
