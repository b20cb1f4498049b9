import { type Kysely, sql } from 'kysely'

/**
 * Which messages owners do not want about which vehicle, and when what can wait does
 * (docs/decisions/0104-which-messages-go-which-way.md). Until an account has wishes by vehicle (`wishes_from`), its
 * `unwanted_reminders` count, which the version before goes on reading and writing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table message_settings (
      user_id text primary key references users on delete cascade,
      quiet_from text,
      quiet_to text,
      wishes_from timestamptz,
      check ((quiet_from is null) = (quiet_to is null))
    )`.execute(db)
  await sql`
    create table declined_messages (
      user_id text not null references users on delete cascade,
      device_id text not null references devices on delete cascade,
      topic text not null,
      channel text not null,
      since timestamptz not null,
      primary key (device_id, topic, channel)
    )`.execute(db)
  await sql`create index declined_messages_of_user on declined_messages (user_id)`.execute(db)
}
