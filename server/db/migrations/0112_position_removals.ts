import { type Kysely, sql } from 'kysely'

/** Positions that a device left behind, to be deleted in portions: what was counted of them goes into the receipt. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table position_removals (
      id bigint generated always as identity primary key,
      device_ids text[] not null,
      receipt_id text references account_deletion_receipts (id) on delete set null,
      positions integer not null default 0,
      days date[] not null default '{}'
    )`.execute(db)
  await sql`create index position_removals_receipt_id on position_removals (receipt_id)`.execute(db)
}
