import { type Kysely, sql } from 'kysely'

/** Places that others are not shown. The shift is drawn once and kept (`domain/privacy-zones/privacy-zones.ts`). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table privacy_zones (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      latitude double precision not null,
      longitude double precision not null,
      radius_metres integer not null,
      shift_east_metres double precision not null,
      shift_north_metres double precision not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index privacy_zones_of_user on privacy_zones (user_id)`.execute(db)
}
