import { type Kysely, sql } from 'kysely'

/** Until when what was stated can be taken back, and from when on positions belong to it; null: not, and since it holds. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table dossier_changes add column undo_until timestamptz, add column shown_from timestamptz`.execute(db)
}
