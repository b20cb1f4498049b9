import { type Kysely, sql } from 'kysely'

/**
 * How a device's supply was when its tracker last told. It goes with the device: whoever gets the tracker next does not
 * see when its former owner pulled a plug.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table device_health (
      device_id text primary key references devices on delete cascade,
      battery_percent real,
      battery_volts real,
      battery_at timestamptz,
      external_power boolean,
      power_at timestamptz,
      power_since timestamptz
    )`.execute(db)
}
