import { type Kysely, sql } from 'kysely'

/**
 * What happened in an account, for its owner. Rows are only added; they are deleted with the account and by retention. The
 * device's name is the one it had then: the entry outlives the device.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table activities (
      id bigint generated always as identity primary key,
      user_id text not null references users on delete cascade,
      at timestamptz not null,
      actor text not null check (actor in ('owner', 'support', 'recipient', 'product')),
      kind text not null,
      device_id text,
      device_name text,
      detail text
    )`.execute(db)
  await sql`create index activities_of_user on activities (user_id, id)`.execute(db)
  await sql`create index activities_at on activities (at)`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db)
  await sql`
    create trigger activities_stay before update on activities for each statement
    execute function refuse_change()`.execute(db)
}
