import { type Kysely, sql } from 'kysely'

/**
 * Until when what was stated can be taken back, from when on positions belong to it, and from when on everything follows from
 * it; null: not, since it holds, and since it was stated. What was taken back is remembered.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table dossier_changes add column undo_until timestamptz, add column shown_from timestamptz,
      add column stands_from timestamptz`.execute(db)
  await sql`create index dossier_changes_undo_until on dossier_changes (undo_until) where undo_until is not null`.execute(
    db,
  )
  await sql`
    create table dossier_undone (
      device_id text not null references devices (id) on delete cascade,
      set_at timestamptz not null,
      undone_at timestamptz not null,
      primary key (device_id, set_at))`.execute(db)
}
