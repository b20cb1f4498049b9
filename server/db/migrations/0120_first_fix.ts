import { type Kysely, sql } from 'kysely'

/**
 * When a tracker first said where it is since its owner has it, without the place: so its owner knows while setting it up that
 * it sees the sky, also before tracking is on. Whoever listens is told of it, and of the first news of its battery.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table device_health add column first_fix_at timestamptz`.execute(db)
  await sql`
    create trigger first_health_told after insert on device_health for each row
    execute function tell_of_row('device')`.execute(db)
  await sql`
    create trigger first_fix_told after update on device_health for each row
    when ((old.first_fix_at is null, old.battery_at is null) is distinct from (new.first_fix_at is null, new.battery_at is null))
    execute function tell_of_row('device')`.execute(db)
}
