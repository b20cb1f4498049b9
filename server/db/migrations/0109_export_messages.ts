import { type Kysely, sql } from 'kysely'

/** A version before sends what it queues itself: the e-mail that begins last has the link that works. */
export const toleratedSince = '0107_tracker_memory'

/** E-mails about exports that wait as jobs become messages: they are queued again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update data_exports set mail_queued_at = null
    where mail_begun_at is null and state in ('READY', 'HANDED_OUT')`.execute(db)
  await sql`
    do $$ begin
      if to_regclass('pgboss.job') is not null then
        delete from pgboss.job where name = 'data-export-mail' and state < 'active';
      end if;
    end $$`.execute(db)
}
