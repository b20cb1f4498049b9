import { type Kysely, sql } from 'kysely'

/** Indexes of what frequent rounds look for: the few accounts, pauses, dates, routes, alarms and messages of all that are meant. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_deletes_at on users (deletes_at) where deletes_at is not null`.execute(db)
  await sql`
    create index users_never_verified on users (created_at)
    where email_verified_at is null and unverified_at is null`.execute(db)
  await sql`create index alarm_guards_paused on alarm_guards (device_id) where pause_since is not null`.execute(db)
  await sql`
    create index devices_with_dates on devices (id)
    where season_from is not null or inspection_due is not null`.execute(db)
  await sql`create index licences_expires_at on licences (expires_at) where user_id is not null`.execute(db)
  await sql`create index saved_routes_being_sent on saved_routes (news_begun_at) where news_state = 'SENDING'`.execute(
    db,
  )
  await sql`create index alarms_detected_at on alarms (detected_at)`.execute(db)
  await sql`create index messages_given_up on messages (ended_at) where state = 'FAILED'`.execute(db)
  await sql`create index alarms_recorded_at on alarms (recorded_at) where recorded_at is not null`.execute(db)
}
