import { type Kysely, sql } from 'kysely'

/** Which of a tracker's signals hold: a state that lasts, such as a power cut, is told when it begins. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column holding text[] not null default '{}'`.execute(db)
}
