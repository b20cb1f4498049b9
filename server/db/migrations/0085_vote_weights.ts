import { type Kysely, sql } from 'kysely'

/**
 * Words about reports weigh by the voter's record and nearness. Those of before weigh as a proven voter's who did not say
 * where they were. A process of the version before goes on adding votes during an update: the defaults are for it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table poi_reports
      add column weight double precision not null default 0.5,
      add column supporting double precision not null default 0.5,
      add column opposing double precision not null default 0,
      add column unconfirmed boolean not null default false`.execute(db)
  await sql`alter table poi_votes add column weight double precision not null default 0.25`.execute(db)
  await sql`
    update poi_reports set supporting = 0.5 + 0.25 * confirmations, opposing = 0.25 * denials
    where confirmations > 0 or denials > 0`.execute(db)
  await sql`
    create table poi_voters (
      user_id text primary key references users on delete cascade,
      agreed integer not null,
      disagreed integer not null
    )`.execute(db)
}
