import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column picture_id text references uploads on delete set null`.execute(db)
}
