import { type Kysely, sql } from 'kysely'

/**
 * What trackers told before is no news: a knock was held for towing, and power that is cut for some time was known of the
 * device, but to no guard.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update alarm_guards set holding = array_append(holding, 'VIBRATION') where 'TOW' = any(holding)`.execute(db)
  await sql`
    update alarm_guards set holding = array_append(holding, 'POWER_CUT')
    from device_health
    where device_health.device_id = alarm_guards.device_id and not external_power and power_since is not null
      and not 'POWER_CUT' = any(holding)`.execute(db)
}
