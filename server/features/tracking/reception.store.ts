import { sql } from 'kysely'
import { serverLimits } from '#contract/server-limits.ts'
import type { PositionFlag, TrackingMode } from '#contract/tracking.ts'
import type { Sighting } from '#domain/alarms.ts'
import type { DeviceHealth } from '#domain/device-health.ts'
import type { Loss } from '#domain/losses.ts'
import { activeMode, type PastEnds, type SpeedUnit } from '#domain/tracking.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { healthColumns, healthOf } from '#server/db/device-health.ts'
import { lossColumns, lossOf } from '#server/db/device-loss.ts'
import { whileHolding } from '#server/db/locks.ts'
import type { KnownSecret } from './belief.ts'
import { prepareDays } from './position-days.ts'

/** A device that reports, as the inventory and its owner's settings describe it. */
export interface Tracker extends KnownSecret {
  imei: string
  trackerId: string | null
  /** Minutes by which its clock is ahead of UTC. */
  clockOffsetMinutes: number
  speedUnit: SpeedUnit | null
  lastActiveAt: Date | null
  /** Null where nobody owns it. */
  device: {
    id: string
    ownerId: string
    mode: TrackingMode | null
    enabledAt: Date | null
    past: PastEnds
    health: DeviceHealth
    loss: Loss | null
  } | null
}

export interface NewPosition {
  deviceId: string
  recordedAt: Date
  receivedAt: Date
  latitude: number
  longitude: number
  /** Metres. */
  accuracy: number | null
  altitude: number | null
  /** km/h. */
  speed: number | null
  course: number | null
  flag: PositionFlag | null
}

/** A stored position's place in the history. */
export interface Stored {
  deviceId: string
  recordedAt: Date
}

/** What was taken in of a device that is recorded. */
export interface Seen {
  deviceId: string
  mode: TrackingMode | null
  enabledAt: Date | null
  /** Null where nothing new was stored. */
  fix: Sighting | null
  /** When it was measured, null where that is not told or cannot be believed: then it counts as of now. */
  measuredAt: Date | null
  /** Whether its position is stored already. */
  isRepeated: boolean
  /** The tracker's own word for an alarm. */
  alarm: string | null
  /** Its words for all that holds, null where it says nothing of it. */
  states: readonly string[] | null
  /** What is known of its supply once this is taken in. */
  health: DeviceHealth
  /** Whether it is wired to a vehicle; a phone is unplugged every day. */
  isWired: boolean
}

/** Whoever wants to know what is taken in, in the same transaction. Gives what is to be done after the commit. */
export interface Watch {
  look(transaction: Queries, seen: readonly Seen[], now: Date): Promise<() => void>
}

export type ReceptionStore = ReturnType<typeof createReceptionStore>
/** What can be done while reports are taken in. */
export type Reception = ReturnType<typeof createReception>
/** By their names, and the time by the database's clock, where one of them is known. */
interface HeldNow {
  trackers: ReadonlyMap<string, Tracker>
  databaseNow: Date | null
}
type WatchedReception = Reception & { show(seen: readonly Seen[]): Promise<void> }

/** Where reports of trackers are taken in: who they are, and what is stored of what they say. */
export function createReceptionStore(database: Database, watch: Watch | null) {
  /** Days whose partition this process has seen, in ms. */
  const knownDays = new Set<number>()

  return {
    /** The secrets of the owned trackers of these names (IMEI or tracker id; an IMEI goes first). Holds nobody up. */
    async secretsOf(names: readonly string[]): Promise<Map<string, KnownSecret>> {
      const rows = await database
        .selectFrom('device_inventory')
        .innerJoin('devices', 'devices.imei', 'device_inventory.imei')
        .select(['device_inventory.imei', 'tracker_id', 'secret_hash', 'decryption_secret', 'unproven_protocols'])
        .where(sql<boolean>`device_inventory.imei = any(${names}::text[]) or tracker_id = any(${names}::text[])`)
        .execute()
      const known = rows.map((row) => {
        const secret: KnownSecret = {
          secretHash: row.secret_hash,
          decryptionSecret: row.decryption_secret,
          unprovenProtocols: row.unproven_protocols,
        }
        return { imei: row.imei, trackerId: row.tracker_id, secret }
      })
      const byTrackerId = known.flatMap(({ trackerId, secret }) =>
        trackerId === null ? [] : [[trackerId, secret] as const],
      )
      return new Map([...byTrackerId, ...known.map(({ imei, secret }) => [imei, secret] as const)])
    },

    /**
     * Takes in reports of the trackers of these identities (IMEI or tracker id; an IMEI goes first), which are held meanwhile,
     * so that nobody changes their owners' settings. What `work` does is committed when this resolves, all of it or nothing.
     */
    async receive<T>(
      identities: readonly string[],
      now: Date,
      work: (reception: WatchedReception, held: HeldNow) => Promise<T>,
    ): Promise<T> {
      const prepared: number[] = []
      const afterwards: (() => void)[] = []
      const show = async (transaction: Queries, seen: readonly Seen[]) => {
        if (watch !== null && seen.length > 0) afterwards.push(await watch.look(transaction, seen, now))
      }
      try {
        const trackers = { named: identities, patienceMs: serverLimits.gateway.lockTimeoutMs }
        const result = await whileHolding(database, { trackers }, async (transaction, { imeis, databaseNow }) => {
          const reception = {
            ...createReception(transaction, knownDays, prepared),
            /** Shows what was taken in to whoever watches. */
            show: (seen: readonly Seen[]) => show(transaction, seen),
          }
          return work(reception, { trackers: await findTrackers(transaction, imeis, now), databaseNow })
        })
        for (const day of prepared) knownDays.add(day)
        for (const follow of afterwards) follow()
        return result
      } catch (error) {
        // Perhaps for want of a partition that somebody dropped.
        knownDays.clear()
        throw error
      }
    },
  }
}

/** Stores positions inside somebody's transaction, as if they had been reported. */
export async function keepPositions(transaction: Queries, positions: readonly NewPosition[]): Promise<void> {
  await createReception(transaction, new Set(), []).keep(positions)
}

/** @param prepared is told the days that got a partition, to be remembered after the commit. */
function createReception(transaction: Queries, knownDays: ReadonlySet<number>, prepared: number[]) {
  return {
    /** Notes a sign of life of each tracker, by IMEI, and the health of those devices whose trackers told of it, by id. */
    async markActive(seen: ReadonlyMap<string, Date>, health: ReadonlyMap<string, DeviceHealth>): Promise<void> {
      if (seen.size === 0 && health.size === 0) return
      const times = [...seen.values()].map((at) => at.toISOString())
      const mark = sql`
        update device_inventory set last_active_at = greatest(last_active_at, seen.at)
        from unnest(${[...seen.keys()]}::text[], ${times}::timestamptz[]) as seen (imei, at)
        where device_inventory.imei = seen.imei`
      await (health.size === 0 ? mark : sql`with marked as (${mark}) ${writeHealth(health)}`).execute(transaction)
    },

    /** Notes the last loss of devices, by their id; null where there is none any more. */
    async markLosses(losses: ReadonlyMap<string, Loss | null>): Promise<void> {
      const over = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [deviceId] : []))
      const lost = [...losses].flatMap(([deviceId, loss]) => (loss === null ? [] : [{ deviceId, ...loss }]))
      if (over.length > 0) {
        await sql`delete from device_losses where device_id = any(${over}::text[])`.execute(transaction)
      }
      if (lost.length > 0) await writeLosses(lost).execute(transaction)
    },

    /** What is stored of these clock minutes. */
    async storedInMinutes(minutes: readonly { deviceId: string; minute: Date }[]): Promise<Stored[]> {
      const devices = minutes.map(({ deviceId }) => deviceId)
      const starts = minutes.map(({ minute }) => minute.toISOString())
      const found = await sql<{ device_id: string; recorded_at: Date }>`
        select positions.device_id, recorded_at
        from unnest(${devices}::text[], ${starts}::timestamptz[]) as wanted (device_id, minute)
        join positions on positions.device_id = wanted.device_id
          and recorded_at >= minute and recorded_at < minute + interval '1 minute'`.execute(transaction)
      return found.rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at }))
    },

    /** Removes positions that gave way to earlier ones of their minute, if they were received since `since`. */
    async giveWay(replaced: readonly (Stored & { since: Date })[]): Promise<void> {
      if (replaced.length === 0) return
      const devices = replaced.map(({ deviceId }) => deviceId)
      const times = replaced.map(({ recordedAt }) => recordedAt.toISOString())
      const since = replaced.map((position) => position.since.toISOString())
      await sql`
        delete from positions
        using unnest(${devices}::text[], ${times}::timestamptz[], ${since}::timestamptz[]) as gone (device_id, at, since)
        where positions.device_id = gone.device_id and recorded_at = gone.at and received_at >= gone.since`.execute(
        transaction,
      )
    },

    /** Stores positions; one whose device and fix time are stored already is left out. Gives those that are new. */
    async keep(positions: readonly NewPosition[]): Promise<Stored[]> {
      if (positions.length === 0) return []
      const times = positions.map(({ recordedAt }) => recordedAt)
      prepared.push(...(await prepareDays(transaction, times, knownDays)))
      const column = <Value>(read: (position: NewPosition) => Value) => positions.map(read)
      const kept = await sql<{ device_id: string; recorded_at: Date }>`
        insert into positions
          (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course, flag)
        select * from unnest(
          ${column(({ deviceId }) => deviceId)}::text[],
          ${column(({ recordedAt }) => recordedAt.toISOString())}::timestamptz[],
          ${column(({ receivedAt }) => receivedAt.toISOString())}::timestamptz[],
          ${column(({ latitude }) => latitude)}::double precision[],
          ${column(({ longitude }) => longitude)}::double precision[],
          ${column(({ accuracy }) => accuracy)}::real[],
          ${column(({ altitude }) => altitude)}::real[],
          ${column(({ speed }) => speed)}::real[],
          ${column(({ course }) => course)}::real[],
          ${column(({ flag }) => flag)}::text[])
        on conflict do nothing
        returning device_id, recorded_at`.execute(transaction)
      return kept.rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at }))
    },
  }
}

function writeHealth(health: ReadonlyMap<string, DeviceHealth>) {
  const all = [...health.values()]
  return sql`
    insert into device_health
      (device_id, battery_percent, battery_volts, battery_at, external_power, power_at, power_since)
    select * from unnest(
      ${[...health.keys()]}::text[],
      ${all.map(({ battery }) => battery?.percent ?? null)}::real[],
      ${all.map(({ battery }) => battery?.volts ?? null)}::real[],
      ${all.map(({ battery }) => battery?.at.toISOString() ?? null)}::timestamptz[],
      ${all.map(({ power }) => power?.external ?? null)}::boolean[],
      ${all.map(({ power }) => power?.at.toISOString() ?? null)}::timestamptz[],
      ${all.map(({ power }) => power?.since?.toISOString() ?? null)}::timestamptz[])
    on conflict (device_id) do update set
      battery_percent = excluded.battery_percent,
      battery_volts = excluded.battery_volts,
      battery_at = excluded.battery_at,
      external_power = excluded.external_power,
      power_at = excluded.power_at,
      power_since = excluded.power_since`
}

function writeLosses(lost: readonly (Loss & { deviceId: string })[]) {
  return sql`
    insert into device_losses (device_id, reason, lost_at, clock_ahead_minutes)
    select * from unnest(
      ${lost.map(({ deviceId }) => deviceId)}::text[],
      ${lost.map(({ reason }) => reason)}::text[],
      ${lost.map(({ at }) => at.toISOString())}::timestamptz[],
      ${lost.map(({ clockAheadMinutes }) => clockAheadMinutes)}::integer[])
    on conflict (device_id) do update set
      reason = excluded.reason,
      lost_at = excluded.lost_at,
      clock_ahead_minutes = excluded.clock_ahead_minutes`
}

/** By their names: the IMEI, and the tracker id where it is no other's IMEI. */
async function findTrackers(transaction: Queries, imeis: readonly string[], now: Date): Promise<Map<string, Tracker>> {
  const found = await readTrackers(transaction, imeis, now)
  const byImei = found.map((tracker) => [tracker.imei, tracker] as const)
  const byTrackerId = found.flatMap((tracker) =>
    tracker.trackerId === null ? [] : [[tracker.trackerId, tracker] as const],
  )
  return new Map([...byTrackerId, ...byImei])
}

async function readTrackers(transaction: Queries, imeis: readonly string[], now: Date): Promise<Tracker[]> {
  const rows = await transaction
    .selectFrom('device_inventory')
    .leftJoin('devices', 'devices.imei', 'device_inventory.imei')
    .leftJoin('tracking_settings', 'tracking_settings.device_id', 'devices.id')
    .leftJoin('device_health', 'device_health.device_id', 'devices.id')
    .leftJoin('device_losses', 'device_losses.device_id', 'devices.id')
    .leftJoin('licences', (join) =>
      join.onRef('licences.id', '=', 'devices.licence_id').on('licences.expires_at', '>', now),
    )
    .select([
      'device_inventory.imei',
      'device_inventory.tracker_id',
      'device_inventory.secret_hash',
      'device_inventory.decryption_secret',
      'device_inventory.unproven_protocols',
      'device_inventory.clock_offset_minutes',
      'device_inventory.clock_correction_minutes',
      'device_inventory.speed_unit',
      'device_inventory.last_active_at',
      'device_inventory.released_at',
      'devices.id as device_id',
      'devices.user_id as owner_id',
      'devices.registered_at',
      'tracking_settings.enabled',
      'tracking_settings.mode',
      'tracking_settings.consent_given',
      'tracking_settings.consent_at',
      'tracking_settings.consent_withdrawn_at',
      'tracking_settings.positions_deleted_until',
      'tracking_settings.enabled_at',
      'licences.id as licence_id',
      ...healthColumns,
      ...lossColumns,
    ])
    .where(sql<boolean>`device_inventory.imei = any(${imeis}::text[])`)
    .execute()
  return rows.map((row) => ({
    imei: row.imei,
    trackerId: row.tracker_id,
    secretHash: row.secret_hash,
    decryptionSecret: row.decryption_secret,
    unprovenProtocols: row.unproven_protocols,
    clockOffsetMinutes: row.clock_offset_minutes + row.clock_correction_minutes,
    speedUnit: row.speed_unit,
    lastActiveAt: row.last_active_at,
    device:
      row.device_id === null || row.owner_id === null
        ? null
        : {
            id: row.device_id,
            ownerId: row.owner_id,
            mode: modeOf(row),
            enabledAt: row.enabled_at,
            past: pastOf(row),
            health: healthOf(row),
            loss: lossOf(row),
          },
  }))
}

function pastOf(row: {
  released_at: Date | null
  registered_at: Date | null
  consent_at: Date | null
  consent_withdrawn_at: Date | null
  positions_deleted_until: Date | null
}): PastEnds {
  return {
    takenOverAt: takenOverAt(row),
    consentRenewedAt: row.consent_withdrawn_at === null ? null : row.consent_at,
    deletedUntil: row.positions_deleted_until,
  }
}

/** Between both instants nobody had the device: who sold it may still have driven with its tracker. */
function takenOverAt(row: { released_at: Date | null; registered_at: Date | null }): Date | null {
  const { released_at: released, registered_at: registered } = row
  if (released === null || registered === null) return released
  return registered > released ? registered : released
}

function modeOf(row: {
  enabled: boolean | null
  mode: TrackingMode | null
  consent_given: boolean | null
  licence_id: string | null
}): TrackingMode | null {
  return activeMode({
    enabled: row.enabled === true,
    mode: row.mode,
    consentGiven: row.consent_given === true,
    licensed: row.licence_id !== null,
  })
}
