import { type RawBuilder, sql } from 'kysely'
import type { DeviceHealth } from '#domain/devices/device-health.ts'
import type { Changes } from '#domain/reception/decision.ts'
import type { Loss } from '#domain/reception/losses.ts'
import { plain, seconds, texts } from '#server/db/transactions/array-parameters.ts'
import { markingActive } from '#server/db/shared/tracker-life.ts'

/** What reports change in what is stored of their trackers and devices: a statement for each table. */
export function trackerChangesWritten({
  signsOfLife,
  health,
  losses,
}: Pick<Changes, 'signsOfLife' | 'health' | 'losses'>): RawBuilder<unknown>[] {
  const over = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [deviceId] : []))
  const current = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [] : [{ deviceId, ...loss }]))
  return [
    ...(signsOfLife.size === 0 ? [] : [markingActive(signsOfLife)]),
    ...(health.size === 0 ? [] : [writeHealth(health)]),
    ...(over.length === 0 ? [] : [sql`delete from device_losses where device_id = any(${texts(over)}::text[])`]),
    ...(current.length === 0 ? [] : [writeLosses(current)]),
  ]
}

function writeHealth(health: ReadonlyMap<string, DeviceHealth>) {
  const all = [...health.values()]
  return sql`
    insert into device_health
      (device_id, battery_percent, battery_volts, battery_at, external_power, power_at, power_since, first_fix_at)
    select
      device_id, battery_percent, battery_volts, to_timestamp(battery_at), external_power, to_timestamp(power_at),
      to_timestamp(power_since), to_timestamp(first_fix_at)
    from unnest(
      ${texts([...health.keys()])}::text[],
      ${plain(all.map(({ battery }) => battery?.percent ?? null))}::real[],
      ${plain(all.map(({ battery }) => battery?.volts ?? null))}::real[],
      ${seconds(all.map(({ battery }) => battery?.at ?? null))}::double precision[],
      ${plain(all.map(({ power }) => power?.external ?? null))}::boolean[],
      ${seconds(all.map(({ power }) => power?.at ?? null))}::double precision[],
      ${seconds(all.map(({ power }) => power?.since ?? null))}::double precision[],
      ${seconds(all.map(({ firstFixAt }) => firstFixAt))}::double precision[]
    ) as health
      (device_id, battery_percent, battery_volts, battery_at, external_power, power_at, power_since, first_fix_at)
    on conflict (device_id) do update set
      battery_percent = excluded.battery_percent,
      battery_volts = excluded.battery_volts,
      battery_at = excluded.battery_at,
      external_power = excluded.external_power,
      power_at = excluded.power_at,
      power_since = excluded.power_since,
      first_fix_at = excluded.first_fix_at`
}

function writeLosses(losses: readonly (Loss & { deviceId: string })[]) {
  return sql`
    insert into device_losses (device_id, reason, lost_at, clock_ahead_minutes)
    select * from unnest(
      ${losses.map(({ deviceId }) => deviceId)}::text[],
      ${losses.map(({ reason }) => reason)}::text[],
      ${losses.map(({ at }) => at.toISOString())}::timestamptz[],
      ${losses.map(({ clockAheadMinutes }) => clockAheadMinutes)}::integer[])
    on conflict (device_id) do update set
      reason = excluded.reason,
      lost_at = excluded.lost_at,
      clock_ahead_minutes = excluded.clock_ahead_minutes`
}
