import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { hourMs, secondMs } from '#contract/base/time-units.ts'
import type { GuardZone } from '#domain/guard-zones/guard-zones.ts'
import { type Guard, type Guarded, newGuard, type Pause, type RecentAlarm } from '#domain/alarms/guard.ts'
import type { ReportedAlarm } from '#domain/alarms/judge-reports.ts'
import { rhythmPatienceSeconds } from '#domain/alarms/silence.ts'
import { trackerSignals } from '#domain/alarms/tracker-signals.ts'
import { addAlarmMessages, isOwnersEmail } from '../emails/alarm-messages.ts'
import { isEmailAnswered } from '../answers/answered.ts'
import { beginChains } from '../chain/chains.ts'
import { addPersonAlarms } from '../people/person-alarms.ts'
import { tellPrograms } from '../tell-programs.ts'
import { places, storedParked, writtenParked } from './parked.ts'
import { readMemory, writtenMemory } from './tracker-memory.ts'
import { plain, seconds, texts } from '#server/db/transactions/array-parameters.ts'
import type { Queries } from '#server/db/connection/database.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import type { Tables } from '#server/registers.ts'
import type { Joined } from '#server/db/schema/register.ts'

/** A day has 25 hours once a year, and an e-mail may wait for the next one. */
const twoDaysMs = 2 * 25 * hourMs

export interface NewAlarm extends ReportedAlarm {
  id: string
  deviceId: string
  detectedAt: Date
}

/**
 * Reads what is remembered of devices. Callers that decide by it lock the tracker's row of the inventory, as reception
 * does, so two processes never count the same alarms. Devices of the demo world are left out.
 * @param enabledAt when each device's guard was switched on; what is remembered from before is dropped.
 */
export function readGuards(
  queries: Queries,
  enabledAt: ReadonlyMap<string, Date>,
  now: Date,
): Promise<Map<string, Guarded>> {
  return guardsOfWorlds(queries, enabledAt, now, [false])
}

/** The same for what is shown to owners, also of the demo world. */
export function readShownGuards(
  queries: Queries,
  enabledAt: ReadonlyMap<string, Date>,
  now: Date,
): Promise<Map<string, Guarded>> {
  return guardsOfWorlds(queries, enabledAt, now, [false, true])
}

async function guardsOfWorlds(
  queries: Queries,
  enabledAt: ReadonlyMap<string, Date>,
  now: Date,
  worlds: readonly boolean[],
): Promise<Map<string, Guarded>> {
  const deviceIds = [...enabledAt.keys()]
  const rows = await queries
    .selectFrom('devices')
    .leftJoin('alarm_guards', 'alarm_guards.device_id', 'devices.id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('guard_zones')
          .select(['user_id', zonesOfOwner])
          .where('user_id', 'in', queries.selectFrom('devices').select('user_id').where(isAmong(deviceIds)))
          .groupBy('user_id')
          .as('wished'),
      (join) => join.onRef('wished.user_id', '=', 'devices.user_id'),
    )
    .leftJoin(
      (from) =>
        from
          .selectFrom('alarms')
          .leftJoin('messages', (join) => join.onRef('messages.alarm_id', '=', 'alarms.id').on(isOwnersEmail))
          .select(['alarms.device_id', alarmsOfDevice(now)])
          .where(sql<boolean>`alarms.device_id = any(${texts(deviceIds)}::text[])`)
          .where('detected_at', '>', new Date(now.getTime() - twoDaysMs))
          .groupBy('alarms.device_id')
          .as('lately'),
      (join) => join.onRef('lately.device_id', '=', 'devices.id'),
    )
    .select([
      ...guardColumns,
      'devices.id',
      'devices.season_from',
      'devices.season_to',
      'wished.zones',
      'lately.recent',
    ])
    .where(isAmong(deviceIds))
    .where('demo', 'in', worlds)
    .execute()
  const guards = new Map<string, Guarded>()
  for (const row of rows) {
    const since = enabledAt.get(row.id)
    if (since === undefined) continue
    const isSame = row.enabled_at?.getTime() === since.getTime()
    const guard = isSame ? guardOf(row, since) : newGuard(since, readMemory(row.memory))
    const wished = { zones: row.zones ?? [], season: seasonOf(row) }
    guards.set(row.id, { guard: { ...guard, ...wished }, recent: row.recent?.map(recentOf) ?? [] })
  }
  return guards
}

function isAmong(deviceIds: readonly string[]) {
  return sql<boolean>`devices.id = any(${texts(deviceIds)}::text[])`
}

/**
 * A device's alarms, with their times in seconds. An e-mail that waits although it was answered will not be sent: only a version
 * before lets it wait, because it does not know of it. E-mails of that version's alarms are in its columns.
 */
function alarmsOfDevice(now: Date) {
  const isNotSent = sql<boolean>`(
    state = 'STOPPED' or state = 'QUEUED' and begun_at is null and exists (
      select from alarms where alarms.id = messages.alarm_id and ${isEmailAnswered(now)}))`
  return sql<RecentRow[]>`
    json_agg(json_build_object('kind', alarms.kind, 'at', extract(epoch from detected_at),
      'emailAt', extract(epoch from case when ${isNotSent} then null else coalesce(due_at, letter_due_at, detected_at) end)))`.as(
    'recent',
  )
}

interface RecentRow {
  kind: AlarmKind
  at: number
  emailAt: number | null
}

function recentOf({ kind, at, emailAt }: RecentRow): RecentAlarm {
  const timeOf = (seconds: number) => new Date(Math.round(seconds * secondMs))
  return { kind, at: timeOf(at), emailAt: emailAt === null ? null : timeOf(emailAt) }
}

/** An owner's zones, each with the names that the domain has for its parts. */
const zonesOfOwner = sql<GuardZone[]>`
  jsonb_agg(jsonb_build_object('latitude', latitude, 'longitude', longitude, 'radiusMetres', radius_metres,
    'sharpness', sharpness, 'schedule', case when weekdays is not null then
      jsonb_build_object('weekdays', to_jsonb(weekdays), 'from', from_time, 'to', to_time) end))`.as('zones')

const guardColumns = [
  'alarm_guards.enabled_at',
  'alarm_guards.anchor_latitude',
  'alarm_guards.anchor_longitude',
  'alarm_guards.anchor_accuracy',
  'alarm_guards.anchor_at',
  'alarm_guards.parked',
  'alarm_guards.memory',
  'alarm_guards.last_fix_at',
  'alarm_guards.untold_fix_at',
  'alarm_guards.pause_kind',
  'alarm_guards.pause_since',
  'alarm_guards.pause_until',
  'alarm_guards.pause_moved',
  'alarm_guards.pause_stands_since',
  'alarm_guards.pause_homes',
  'alarm_guards.onward_since',
  'alarm_guards.rested_until',
  'alarm_guards.holding',
  'alarm_guards.known',
] as const

type GuardRow = Joined<
  Omit<Selectable<Tables['alarm_guards']>, 'device_id' | 'enabled_at' | 'silence_told_of' | 'patience_seconds'>
>

function guardOf(row: GuardRow, enabledAt: Date): Guard {
  const { anchor_latitude: latitude, anchor_longitude: longitude, anchor_at: anchorAt } = row
  const hasAnchor = latitude !== null && longitude !== null && anchorAt !== null
  return {
    enabledAt,
    anchor: hasAnchor ? { latitude, longitude, accuracy: row.anchor_accuracy, recordedAt: anchorAt } : null,
    // What another version has written starts over from the anchor: it must never keep reports from being stored.
    parked: row.parked === null ? null : (storedParked.safeParse(row.parked).data ?? null),
    memory: readMemory(row.memory),
    lastFixAt: row.last_fix_at,
    pendingFixAt: row.untold_fix_at,
    pause: pauseOf(row),
    restedUntil: row.rested_until,
    zones: [],
    onwardSince: row.onward_since,
    season: null,
    holding: row.holding ?? [],
    known: row.known ?? trackerSignals,
  }
}

function pauseOf(row: GuardRow): Pause | null {
  const { pause_kind: kind, pause_since: since, pause_until: until } = row
  if (kind === null || since === null) return null
  const homes = places.safeParse(row.pause_homes).data ?? []
  return { kind, since, until, moved: row.pause_moved === true, standsSince: row.pause_stands_since, homes }
}

/** Stores the present guards of devices, in one statement. */
export async function writeGuards(queries: Queries, guards: ReadonlyMap<string, Guard>): Promise<void> {
  if (guards.size > 0) await guardsWritten(guards).execute(queries)
}

/** The statement that does it. */
export function guardsWritten(guards: ReadonlyMap<string, Guard>): RawBuilder<unknown> {
  const all = [...guards.values()]
  const column = <Value>(read: (guard: Guard) => Value) => all.map(read)
  return sql`
    insert into alarm_guards
      (device_id, enabled_at, anchor_latitude, anchor_longitude, anchor_accuracy, anchor_at, parked, memory,
       patience_seconds, last_fix_at, untold_fix_at, pause_kind, pause_since, pause_until, pause_moved, pause_stands_since, pause_homes, onward_since,
       rested_until, holding, known)
    select
      device_id, to_timestamp(enabled_at), anchor_latitude, anchor_longitude, anchor_accuracy, to_timestamp(anchor_at),
      parked, memory, patience_seconds, to_timestamp(last_fix_at), to_timestamp(untold_fix_at), pause_kind, to_timestamp(pause_since),
      to_timestamp(pause_until), pause_moved, to_timestamp(pause_stands_since), pause_homes, to_timestamp(onward_since),
      to_timestamp(rested_until), string_to_array(holding, ' '), string_to_array(known, ' ')
    from unnest(
      ${texts([...guards.keys()])}::text[],
      ${seconds(column(({ enabledAt }) => enabledAt))}::double precision[],
      ${plain(column(({ anchor }) => anchor && anchor.latitude))}::double precision[],
      ${plain(column(({ anchor }) => anchor && anchor.longitude))}::double precision[],
      ${plain(column(({ anchor }) => anchor && anchor.accuracy))}::real[],
      ${seconds(column(({ anchor }) => anchor && anchor.recordedAt))}::double precision[],
      ${texts(column(({ parked }) => parked && writtenParked(parked)))}::json[],
      ${texts(column(({ memory }) => memory && writtenMemory(memory)))}::json[],
      ${plain(column(({ memory }) => memory && rhythmPatienceSeconds(memory)))}::integer[],
      ${seconds(column(({ lastFixAt }) => lastFixAt))}::double precision[],
      ${seconds(column(({ pendingFixAt }) => pendingFixAt))}::double precision[],
      ${texts(column(({ pause }) => pause && pause.kind))}::text[],
      ${seconds(column(({ pause }) => pause && pause.since))}::double precision[],
      ${seconds(column(({ pause }) => pause && pause.until))}::double precision[],
      ${plain(column(({ pause }) => pause?.moved === true))}::boolean[],
      ${seconds(column(({ pause }) => pause && pause.standsSince))}::double precision[],
      ${texts(column(({ pause }) => homesOf(pause)))}::jsonb[],
      ${seconds(column(({ onwardSince }) => onwardSince))}::double precision[],
      ${seconds(column(({ restedUntil }) => restedUntil))}::double precision[],
      ${texts(column(({ holding }) => holding.join(' ')))}::text[],
      ${texts(column(({ known }) => known.join(' ')))}::text[]
    ) as guard
      (device_id, enabled_at, anchor_latitude, anchor_longitude, anchor_accuracy, anchor_at, parked, memory,
       patience_seconds, last_fix_at, untold_fix_at, pause_kind, pause_since, pause_until, pause_moved, pause_stands_since, pause_homes, onward_since,
       rested_until, holding, known)
    on conflict (device_id) do update set
      enabled_at = excluded.enabled_at,
      anchor_latitude = excluded.anchor_latitude,
      anchor_longitude = excluded.anchor_longitude,
      anchor_accuracy = excluded.anchor_accuracy,
      anchor_at = excluded.anchor_at,
      parked = excluded.parked,
      memory = excluded.memory,
      patience_seconds = excluded.patience_seconds,
      last_fix_at = excluded.last_fix_at,
      untold_fix_at = excluded.untold_fix_at,
      pause_kind = excluded.pause_kind,
      pause_since = excluded.pause_since,
      pause_until = excluded.pause_until,
      pause_moved = excluded.pause_moved,
      pause_stands_since = excluded.pause_stands_since,
      pause_homes = excluded.pause_homes,
      onward_since = excluded.onward_since,
      rested_until = excluded.rested_until,
      holding = excluded.holding,
      known = excluded.known`
}

function homesOf(pause: Pause | null): string | null {
  return pause === null || pause.homes.length === 0 ? null : JSON.stringify(pause.homes)
}

/** Puts alarms into the log, each with its messages to the owner, their browsers, invited people, programs and emergency contacts. */
export async function insertAlarms(writing: Writing, alarms: readonly NewAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  await writing
    .insertInto('alarms')
    .values(
      alarms.map(({ id, deviceId, kind, detectedAt, place, numberToday, evidence, emailAt, beganAt }) => ({
        id,
        device_id: deviceId,
        kind,
        detected_at: detectedAt,
        recorded_at: place?.recordedAt ?? null,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        accuracy: place?.accuracy ?? null,
        number_today: numberToday,
        evidence: evidence ?? null,
        began_at: beganAt ?? null,
        // A version before beside this one keeps the same pauses between e-mails.
        letter_due_at: emailAt !== undefined && emailAt > detectedAt ? emailAt : null,
      })),
    )
    .execute()
  await addAlarmMessages(writing, alarms)
  await addPersonAlarms(writing, alarms)
  await tellPrograms(writing, alarms)
  await beginChains(writing, alarms)
}
