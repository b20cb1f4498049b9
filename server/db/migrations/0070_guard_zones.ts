import { type Kysely, sql } from 'kysely'

/** Where the alarm watches differently (`domain/guard-zones/guard-zones.ts`). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table guard_zones (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      latitude double precision not null,
      longitude double precision not null,
      radius_metres integer not null,
      sharpness text not null check (sharpness in ('SHARPER', 'QUIETER')),
      weekdays smallint[],
      from_time text,
      to_time text,
      created_at timestamptz not null,
      constraint guard_zones_schedule_check check (num_nulls(weekdays, from_time, to_time) in (0, 3))
    )`.execute(db)
  await sql`create index guard_zones_of_user on guard_zones (user_id)`.execute(db)
}
