import { type Kysely, sql } from 'kysely'

/**
 * What owners give to third parties, and the order in which positions and alarms were stored. All of a device are stored
 * while its tracker is held, so of one device a greater number is never committed before a smaller one. What was stored
 * before has none: no share is about it. The index costs next to nothing, because numbers grow as the table does.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table shares (
      id text primary key,
      user_id text not null references users on delete cascade,
      device_id text not null references devices on delete cascade,
      recipient text not null,
      scopes text[] not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      uses integer not null default 0
    )`.execute(db)
  await sql`create index shares_of_user on shares (user_id, created_at)`.execute(db)
  await sql`create index shares_of_device on shares (device_id)`.execute(db)
  await sql`create sequence stored_order`.execute(db)
  for (const table of ['positions', 'alarms']) {
    await sql`alter table ${sql.table(table)} add column stored_order bigint`.execute(db)
    await sql`alter table ${sql.table(table)} alter column stored_order set default nextval('stored_order')`.execute(db)
  }
  await sql`create index positions_stored_order on positions using brin (stored_order)`.execute(db)
}
