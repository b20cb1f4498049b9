import { type RawBuilder, sql } from 'kysely'
import { processServerLimits } from '#contract/process-limits.ts'
import { hourSeconds } from '#contract/time-units.ts'
import type { DeviceHealth } from '#domain/devices/device-health.ts'
import type { Changes } from '#domain/reception/decision.ts'
import type { Loss } from '#domain/reception/losses.ts'
import { plain, seconds, texts } from '#server/db/array-parameters.ts'

/** What reports change in what is stored of their trackers and devices: a statement for each table. */
export function trackerChangesWritten({
  signsOfLife,
  health,
  losses,
}: Pick<Changes, 'signsOfLife' | 'health' | 'losses'>): RawBuilder<unknown>[] {
  const over = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [deviceId] : []))
  const current = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [] : [{ deviceId, ...loss }]))
  return [
    ...(signsOfLife.size === 0 ? [] : [writeSigns(signsOfLife)]),
    ...(health.size === 0 ? [] : [writeHealth(health)]),
    ...(over.length === 0 ? [] : [sql`delete from device_losses where device_id = any(${texts(over)}::text[])`]),
    ...(current.length === 0 ? [] : [writeLosses(current)]),
  ]
}

/** By IMEI. What was noted when our clock was ahead gives way to an earlier one. */
function writeSigns(seen: ReadonlyMap<string, Date>) {
  const aheadSeconds = processServerLimits.ownClockAheadHours * hourSeconds
  return sql`
    update device_inventory set last_active_at = case
      when last_active_at > to_timestamp(seen.at + ${aheadSeconds}::double precision) then to_timestamp(seen.at)
      else greatest(last_active_at, to_timestamp(seen.at)) end
    from unnest(${texts([...seen.keys()])}::text[], ${seconds([...seen.values()])}::double precision[])
      as seen (imei, at)
    where device_inventory.imei = seen.imei`
}

function writeHealth(health: ReadonlyMap<string, DeviceHealth>) {
  const all = [...health.values()]
  return sql`
    insert into device_health
      (device_id, battery_percent, battery_volts, battery_at, external_power, power_at, power_since)
    select
      device_id, battery_percent, battery_volts, to_timestamp(battery_at), external_power, to_timestamp(power_at),
      to_timestamp(power_since)
    from unnest(
      ${texts([...health.keys()])}::text[],
      ${plain(all.map(({ battery }) => battery?.percent ?? null))}::real[],
      ${plain(all.map(({ battery }) => battery?.volts ?? null))}::real[],
      ${seconds(all.map(({ battery }) => battery?.at ?? null))}::double precision[],
      ${plain(all.map(({ power }) => power?.external ?? null))}::boolean[],
      ${seconds(all.map(({ power }) => power?.at ?? null))}::double precision[],
      ${seconds(all.map(({ power }) => power?.since ?? null))}::double precision[]
    ) as health (device_id, battery_percent, battery_volts, battery_at, external_power, power_at, power_since)
    on conflict (device_id) do update set
      battery_percent = excluded.battery_percent,
      battery_volts = excluded.battery_volts,
      battery_at = excluded.battery_at,
      external_power = excluded.external_power,
      power_at = excluded.power_at,
      power_since = excluded.power_since`
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
