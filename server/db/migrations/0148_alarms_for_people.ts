import { type Kysely, sql } from 'kysely'

/** Alarms to invited people are sent in turns of their own, as owners' are (docs/decisions/0105-alarms-for-invited-people.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index messages_to_people_to_send on messages (channel, rank, begun_at nulls first, due_at desc)
    where kind = 'person-alarm' and state in ('QUEUED', 'SENDING')`.execute(db)
}
