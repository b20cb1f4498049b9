import { type Kysely, sql } from 'kysely'

/** Versions before know nothing of it. The check of consents allows all that it allowed. */
export const toleratedSince = '0107_tracker_memory'

/** Where people were by files of their own, and consent to keeping that longer than positions of trackers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table own_tours (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text,
      source text not null check (source in ('gpx', 'google-timeline', 'traccar', 'owntracks')),
      began_at timestamptz not null,
      ended_at timestamptz not null,
      length_metres double precision not null,
      points integer not null,
      pieces json not null,
      line text[] not null,
      read_at timestamptz not null
    )`.execute(db)
  await sql`create index own_tours_of_user on own_tours (user_id, began_at)`.execute(db)
  await sql`create index own_tours_by_age on own_tours (read_at)`.execute(db)
  await sql`
    alter table consents
      drop constraint consents_purpose_check,
      add constraint consents_purpose_check
        check (purpose in ('theft-alarm', 'movement-profile', 'police-folder', 'sharing', 'reports', 'own-tours'))`.execute(
    db,
  )
}
