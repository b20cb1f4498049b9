import { type Kysely, sql } from 'kysely'

/** Versions before add to `declined_messages` without naming its key, and only for owners. The wider key allows all that it allowed. */
export const toleratedSince = '0107_tracker_memory'

/**
 * Which messages about a vehicle an invited person does not want (docs/decisions/0110-invited-people-choose.md), beside what its
 * owner does not. What they have said goes with their role. A version before sends these messages all the same.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table declined_messages
      add column person_id text references vehicle_people on delete cascade,
      drop constraint declined_messages_pkey,
      add primary key (device_id, user_id, topic, channel)`.execute(db)
  await sql`
    create index declined_messages_of_person on declined_messages (person_id) where person_id is not null`.execute(db)
}
