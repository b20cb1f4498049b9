import { sql } from 'kysely'
import type { AlarmKind } from '#contract/alarms.ts'
import { type Guard, newGuard, type Sighting, type TrackerSignal } from '#domain/alarms.ts'
import { believedUntil } from '#domain/tracking.ts'
import type { Queries } from '#server/db/database.ts'

/** A day has 25 hours once a year. */
const longestDayMs = 25 * 60 * 60_000

/** A guarded device of the real world: what is remembered of it, and its alarms of the last day. */
export interface Guarded {
  guard: Guard
  recent: { kind: AlarmKind; at: Date }[]
}

/** When alarms were raised by fixes: of these only so many letters go out. */
export function timesOfFixAlarms({ recent }: Pick<Guarded, 'recent'>): Date[] {
  return recent.filter(({ kind }) => kind === 'FIRST' || kind === 'MOVEMENT').map(({ at }) => at)
}

export interface NewAlarm {
  id: string
  deviceId: string
  kind: AlarmKind
  detectedAt: Date
  place: Sighting | null
  numberToday: number | null
}

/**
 * Reads what is remembered of devices. Whoever decides by it holds the tracker's row of the inventory, as the reception of
 * reports does: so two processes never count the same alarms. Devices of the demo world are left out.
 * @param enabledAt when each device's guard was switched on; what is remembered of an earlier time is forgotten.
 */
export async function readGuards(
  queries: Queries,
  enabledAt: ReadonlyMap<string, Date>,
  now: Date,
): Promise<Map<string, Guarded>> {
  const deviceIds = [...enabledAt.keys()]
  const rows = await queries
    .selectFrom('devices')
    .leftJoin('alarm_guards', 'alarm_guards.device_id', 'devices.id')
    .selectAll('alarm_guards')
    .select('devices.id')
    .where(sql<boolean>`devices.id = any(${deviceIds}::text[])`)
    .where('demo', '=', false)
    .execute()
  const recent = Map.groupBy(await recentAlarms(queries, deviceIds, now), (alarm) => alarm.device_id)
  const guards = new Map<string, Guarded>()
  for (const row of rows) {
    const since = enabledAt.get(row.id)
    if (since === undefined) continue
    const isSame = row.enabled_at?.getTime() === since.getTime()
    const times = recent.get(row.id)?.map(({ kind, detected_at: at }) => ({ kind, at })) ?? []
    guards.set(row.id, { guard: isSame ? guardOf(row, since) : newGuard(since), recent: times })
  }
  return guards
}

function recentAlarms(queries: Queries, deviceIds: readonly string[], now: Date) {
  return queries
    .selectFrom('alarms')
    .select(['device_id', 'kind', 'detected_at'])
    .where(sql<boolean>`device_id = any(${deviceIds}::text[])`)
    .where('detected_at', '>', new Date(now.getTime() - longestDayMs))
    .execute()
}

interface GuardRow {
  anchor_latitude: number | null
  anchor_longitude: number | null
  anchor_accuracy: number | null
  anchor_at: Date | null
  last_fix_at: Date | null
  untold_fix_at: Date | null
  pause_kind: 'TIMED' | 'RIDE' | null
  pause_since: Date | null
  pause_until: Date | null
  pause_moved: boolean | null
  rested_until: Date | null
  holding: TrackerSignal[] | null
}

function guardOf(row: GuardRow, enabledAt: Date): Guard {
  const { anchor_latitude: latitude, anchor_longitude: longitude, anchor_at: anchorAt } = row
  const { pause_kind: kind, pause_since: since, pause_until: until } = row
  const hasAnchor = latitude !== null && longitude !== null && anchorAt !== null
  const hasPause = kind !== null && since !== null && until !== null
  return {
    enabledAt,
    anchor: hasAnchor ? { latitude, longitude, accuracy: row.anchor_accuracy, recordedAt: anchorAt } : null,
    lastFixAt: row.last_fix_at,
    untoldFixAt: row.untold_fix_at,
    pause: hasPause ? { kind, since, until, moved: row.pause_moved === true } : null,
    restedUntil: row.rested_until,
    holding: row.holding ?? [],
  }
}

/** The newest fix time that is stored of each device, be it from before its guard; never one of the future. */
export async function newestFixes(
  queries: Queries,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; newest: Date }>`
    select id, newest from unnest(${deviceIds}::text[]) as wanted (id)
    cross join lateral (select max(recorded_at) as newest from positions
      where device_id = id and recorded_at <= ${believedUntil(now)}) as stored
    where newest is not null`.execute(queries)
  return new Map(rows.map(({ id, newest }) => [id, newest]))
}

/** Remembers devices as they are now, in one statement. */
export async function writeGuards(queries: Queries, guards: ReadonlyMap<string, Guard>): Promise<void> {
  if (guards.size === 0) return
  const rows = [...guards].map(
    ([deviceId, { enabledAt, anchor, lastFixAt, untoldFixAt, pause, restedUntil, holding }]) => ({
      device_id: deviceId,
      enabled_at: enabledAt,
      anchor_latitude: anchor?.latitude ?? null,
      anchor_longitude: anchor?.longitude ?? null,
      anchor_accuracy: anchor?.accuracy ?? null,
      anchor_at: anchor?.recordedAt ?? null,
      last_fix_at: lastFixAt,
      untold_fix_at: untoldFixAt,
      pause_kind: pause?.kind ?? null,
      pause_since: pause?.since ?? null,
      pause_until: pause?.until ?? null,
      pause_moved: pause?.moved ?? false,
      rested_until: restedUntil,
      holding: [...holding],
    }),
  )
  await queries
    .insertInto('alarm_guards')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((excluded) => ({
        enabled_at: excluded.ref('excluded.enabled_at'),
        anchor_latitude: excluded.ref('excluded.anchor_latitude'),
        anchor_longitude: excluded.ref('excluded.anchor_longitude'),
        anchor_accuracy: excluded.ref('excluded.anchor_accuracy'),
        anchor_at: excluded.ref('excluded.anchor_at'),
        last_fix_at: excluded.ref('excluded.last_fix_at'),
        untold_fix_at: excluded.ref('excluded.untold_fix_at'),
        pause_kind: excluded.ref('excluded.pause_kind'),
        pause_since: excluded.ref('excluded.pause_since'),
        pause_until: excluded.ref('excluded.pause_until'),
        pause_moved: excluded.ref('excluded.pause_moved'),
        rested_until: excluded.ref('excluded.rested_until'),
        holding: excluded.ref('excluded.holding'),
      })),
    )
    .execute()
}

/** Puts alarms into the log, each with its letter and its messages to the owner's browsers waiting. */
export async function insertAlarms(queries: Queries, alarms: readonly NewAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  await queries
    .insertInto('alarms')
    .values(
      alarms.map(({ id, deviceId, kind, detectedAt, place, numberToday }) => ({
        id,
        device_id: deviceId,
        kind,
        detected_at: detectedAt,
        recorded_at: place?.recordedAt ?? null,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        accuracy: place?.accuracy ?? null,
        number_today: numberToday,
        letter: 'QUEUED' as const,
      })),
    )
    .execute()
  await sql`
    insert into alarm_pushes (alarm_id, subscription_id, state)
    select alarms.id, push_subscriptions.id, 'QUEUED'
    from alarms
    join devices on devices.id = alarms.device_id
    join push_subscriptions on push_subscriptions.user_id = devices.user_id
    join sessions on sessions.id = push_subscriptions.session_id and sessions.expires_at > alarms.detected_at
    where alarms.id = any(${alarms.map(({ id }) => id)}::text[])`.execute(queries)
}
