import { type Kysely, sql } from 'kysely'

/** When the owner of a device first had a test alarm sent: the log of alarms forgets it after two weeks. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table devices add column alarm_tested_at timestamptz`.execute(db)
  await sql`
    update devices set alarm_tested_at = tested.at
    from (select device_id, min(detected_at) as at from alarms where kind = 'TEST' group by device_id) as tested
    where tested.device_id = devices.id`.execute(db)
}
