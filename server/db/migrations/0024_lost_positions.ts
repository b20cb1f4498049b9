import { type Kysely, sql } from 'kysely'

/**
 * Why a device's last position was not kept, for its owner; a row lives until one is kept. Nothing tells where it was. It
 * goes with the device, as its health does.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table device_losses (
      device_id text primary key references devices on delete cascade,
      reason text not null check (reason in ('NO_FIX', 'IN_THE_FUTURE', 'TOO_OLD')),
      lost_at timestamptz not null,
      clock_ahead_minutes integer check (clock_ahead_minutes is null or reason = 'IN_THE_FUTURE')
    )`.execute(db)
}
