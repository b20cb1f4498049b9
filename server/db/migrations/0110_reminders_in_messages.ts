import { type Kysely, sql } from 'kysely'

/** What a version before has to send of reminders is handed over by triggers (0108): its job finds nothing. */
export const toleratedSince = '0107_tracker_memory'

/** Nobody works off the job that sent reminders: it is not begun each minute any more, and what waits of it is forgotten. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    do $$ begin
      if to_regclass('pgboss.schedule') is not null then
        delete from pgboss.schedule where name = 'reminders-send';
        delete from pgboss.job where name = 'reminders-send' and state < 'active';
      end if;
    end $$`.execute(db)
}
