import { type Kysely, sql } from 'kysely'

/**
 * When e-mails that can wait come as one a day, and in which one a message goes (docs/decisions/0109-one-e-mail-a-day.md). A version
 * before leaves those e-mails to newer processes, and sends each message by itself when its time has come.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table message_settings add column digest_at text`.execute(db)
  await sql`alter table messages add column digest_id text`.execute(db)
  await sql`create index messages_of_digest on messages (digest_id) where digest_id is not null`.execute(db)
}
