import { type Kysely, sql } from 'kysely'

/**
 * Deletes some of one device's positions from before an instant, and says how many. What another transaction holds is left to it:
 * rows can be held that way only where the statement names one device (docs/decisions/0064-positions-on-several-servers.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function expire_positions(device text, before timestamptz, most integer) returns integer
    language plpgsql volatile strict as $$
    declare deleted integer;
    begin
      -- The bound a second time, so that later days are not even opened.
      delete from positions where device_id = device and recorded_at < before and recorded_at in (
        select recorded_at from positions where device_id = device and recorded_at < before
        limit most for update skip locked);
      get diagnostics deleted = row_count;
      return deleted;
    end $$`.execute(db)
}
