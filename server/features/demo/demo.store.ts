import { sql } from 'kysely'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import { minuteMs, dayMs, hourMinutes, dayMinutes, hourMs } from '#contract/time-units.ts'
import { isGuarding } from '#domain/alarms/guard.ts'
import {
  type DemoDevice,
  demoDevices,
  type DemoDossier,
  demoFreeLicences,
  liveDemoDevices,
} from '#domain/demo/demo-devices.ts'
import { demoPois } from '#domain/demo/demo-pois.ts'
import type { DemoFix } from '#domain/demo/demo-rides.ts'
import { demoClosure } from '#domain/demo/demo-closures.ts'
import { demoWarnings } from '#domain/demo/demo-warnings.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { demoEmail, demoLabel, demoSource } from '#domain/demo/demo.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { purposesOf } from '#domain/tracking/tracking-consent.ts'
import { recordConsent } from '#server/db/consent-ledger.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { type Held, whileHolding } from '#server/db/locks.ts'
import { pointAt } from '#server/db/place.ts'
import type { GeometryValue } from '#server/db/register.ts'
import type { NewPosition } from '#domain/reception/judgement.ts'

/** Stores positions as if they had been reported; provided by the feature that stores them. */
export type KeepPositions = (transaction: Queries, positions: readonly NewPosition[]) => Promise<void>

const userId = 'demo'

/** The demo world in the database. The account `demo` and the source `demo` keep it apart from everything real. */
export function createDemoStore(database: Database, keepPositions: KeepPositions) {
  return {
    /** Builds the demo world again, dated from `now`. Sessions of the demo account continue. */
    async build(now: Date): Promise<void> {
      await whileHolding(database, await heldBy(database), async (transaction) => {
        await removeThings(transaction)
        await buildAccount(transaction, now)
        for (const [index, device] of demoDevices.entries()) {
          const id = `demo-device-${index + 1}`
          await buildDevice(transaction, id, device, now)
          await keepPositions(transaction, positionsOf(id, device.fixes(now)))
          await buildGuard(transaction, id, device, now)
          await buildTheft(transaction, id, device, now)
        }
        await buildFreeLicences(transaction, now)
        await buildPois(transaction, now)
        await buildWarnings(transaction, now)
        await buildClosure(transaction)
      })
    },

    /** When it was built; null: it is not there. */
    async builtAt(): Promise<Date | null> {
      const licence = await database
        .selectFrom('licences')
        .select('created_at')
        .where('user_id', '=', userId)
        .where('demo', '=', true)
        .limit(1)
        .executeTakeFirst()
      return licence?.created_at ?? null
    },

    /** Its online devices report again: a sign of life, the battery, and how their ride has gone on since it was built. */
    async beat(builtAt: Date, now: Date): Promise<void> {
      const imeis = liveDemoDevices.map(({ imei }) => imei)
      await whileHolding(database, { trackers: { imeis } }, async (transaction) => {
        for (const device of liveDemoDevices) {
          const seenAt = new Date(now.getTime() - device.silentMinutes * minuteMs)
          await reportLife(transaction, device.imei, seenAt)
          const fixes = await fixesSinceKnown(transaction, device, builtAt, seenAt)
          if (fixes.length === 0) continue
          await keepPositions(transaction, fixes)
          await followRide(transaction, fixes)
        }
      })
    },

    /** Whether an earlier start has built it. */
    async isThere(): Promise<boolean> {
      const account = await database.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      return account !== undefined
    },

    /** A product started without the demo contains nothing of it. */
    async remove(): Promise<void> {
      await whileHolding(database, await heldBy(database), async (transaction) => {
        await removeThings(transaction)
        await transaction.deleteFrom('users').where('demo', '=', true).execute()
      })
    },
  }
}

async function reportLife(queries: Queries, imei: string, seenAt: Date): Promise<void> {
  await queries
    .updateTable('device_inventory')
    .set({ last_active_at: seenAt })
    .where('imei', '=', imei)
    .where('last_active_at', '<', seenAt)
    .execute()
  await queries
    .updateTable('device_health')
    .set({ battery_at: seenAt, power_at: seenAt })
    .where('device_id', 'in', (devices) =>
      devices.selectFrom('devices').select('id').where('imei', '=', imei).where('demo', '=', true),
    )
    .where('battery_at', '<', seenAt)
    .execute()
}

/** What it has measured up to now and is not stored yet; nothing where no ride is stored that could go on. */
async function fixesSinceKnown(
  queries: Queries,
  { imei, goesOn }: DemoDevice,
  builtAt: Date,
  until: Date,
): Promise<NewPosition[]> {
  if (goesOn === undefined) return []
  const known = await queries
    .selectFrom('devices')
    .innerJoin('positions', 'positions.device_id', 'devices.id')
    .select(({ fn }) => ['devices.id', fn.max('recorded_at').as('newest')])
    .where('imei', '=', imei)
    .where('demo', '=', true)
    .groupBy('devices.id')
    .executeTakeFirst()
  return known === undefined ? [] : positionsOf(known.id, goesOn(builtAt, known.newest, until))
}

/** The pause of its alarm lasts as long as it rides. */
async function followRide(queries: Queries, positions: readonly NewPosition[]): Promise<void> {
  const newest = positions.at(-1)
  if (newest === undefined) return
  await queries
    .updateTable('alarm_guards')
    .set({ last_fix_at: newest.recordedAt })
    .where('device_id', '=', newest.deviceId)
    .execute()
}

function positionsOf(deviceId: string, fixes: readonly DemoFix[]): NewPosition[] {
  return fixes.map((fix) => ({ ...fix, deviceId, receivedAt: fix.recordedAt, altitude: null, flag: null }))
}

/** All of it is removed, including what visitors added. */
async function heldBy(database: Database): Promise<Held> {
  const devices = await database
    .selectFrom('devices')
    .select(['id', 'imei'])
    .where((where) => where.or([where('demo', '=', true), where('user_id', '=', userId)]))
    .execute()
  const licences = await database.selectFrom('licences').select('id').where('demo', '=', true).execute()
  return {
    turn: 'inventory',
    trackers: { imeis: [...demoDevices, ...devices].map(({ imei }) => imei) },
    accounts: [userId],
    licences: licences.map(({ id }) => id),
    devices: devices.map(({ id }) => id),
  }
}

async function removeThings(queries: Queries): Promise<void> {
  const ofDemo = queries.selectFrom('devices').select('id').where('demo', '=', true)
  await queries.deleteFrom('positions').where('device_id', 'in', ofDemo).execute()
  // Whatever visitors added to the demo account is removed, too.
  await queries
    .deleteFrom('devices')
    .where((where) => where.or([where('demo', '=', true), where('user_id', '=', userId)]))
    .execute()
  await queries.deleteFrom('consents').where('user_id', '=', userId).execute()
  await queries.deleteFrom('licences').where('demo', '=', true).execute()
  await queries.deleteFrom('user_settings').where('user_id', '=', userId).execute()
  await queries.deleteFrom('uploads').where('user_id', '=', userId).execute()
  const imeis = demoDevices.map(({ imei }) => imei)
  await queries.deleteFrom('device_inventory').where('imei', 'in', imeis).execute()
  await queries.deleteFrom('pois').where('source', '=', demoSource).execute()
  await queries.deleteFrom('closures').where('source', '=', demoSource).execute()
  await queries.deleteFrom('weather_warnings').where('source', '=', demoSource).execute()
}

async function buildAccount(queries: Queries, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 400 * dayMs)
  await queries
    .insertInto('users')
    .values({
      id: userId,
      email: demoEmail,
      // Matches no password: the demo button is the only way in.
      password_hash: '',
      created_at: since,
      email_verified_at: since,
      imei_verified_at: since,
      password_confirmed_at: since,
      demo: true,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ pending_email: null, disabled_at: null }))
    .execute()
}

async function buildDevice(queries: Queries, id: string, device: DemoDevice, now: Date): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const licenceId = device.licence === null ? null : `${id}-licence`
  if (device.licence !== null && licenceId !== null) {
    const { type, daysLeft } = device.licence
    await insertLicence(queries, { id: licenceId, type, daysLeft, seats: 1 }, now)
  }
  await queries
    .insertInto('device_inventory')
    .values({
      imei: device.imei,
      model: device.model,
      clock_offset_minutes: 0,
      last_active_at: ago(device.silentMinutes),
      imported_at: now,
    })
    .execute()
  await queries
    .insertInto('devices')
    .values({
      id,
      imei: device.imei,
      user_id: userId,
      name: device.name,
      usage_type: device.usageType,
      vehicle_brand: device.brand,
      vehicle_model: device.vehicle,
      vehicle_plate: device.plate,
      notes: demoLabel,
      licence_id: licenceId,
      registered_at: ago(300 * dayMinutes),
      demo: true,
      alarm_tested_at: device.tracking === null ? null : trackedSince(now),
    })
    .execute()
  const { percent, power } = device.supply
  await queries
    .insertInto('device_health')
    .values({
      device_id: id,
      battery_percent: percent,
      battery_at: ago(device.silentMinutes),
      external_power: power === 'connected',
      power_at: ago(device.silentMinutes),
      power_since: power === 'cut' ? ago(device.silentMinutes + 9 * hourMinutes) : null,
    })
    .execute()
  if (device.tracking === null) return
  await queries
    .insertInto('tracking_settings')
    .values({
      device_id: id,
      enabled: true,
      mode: device.tracking,
      consent_given: true,
      consent_at: trackedSince(now),
      enabled_at: trackedSince(now),
    })
    .execute()
  for (const purpose of purposesOf(device.tracking)) {
    const text = { purpose, version: currentVersion(purpose) }
    const said = { userId, deviceId: id, deviceName: device.name, given: true, actor: 'owner' } as const
    await recordConsent(queries, { ...text, ...said, at: trackedSince(now) })
  }
}

/** When tracking was switched on, where it is. */
function trackedSince(now: Date): Date {
  return new Date(now.getTime() - 90 * dayMs)
}

/**
 * What would be remembered of its alarm: its owner who rides has paused it. It is only shown; nothing of the demo world
 * raises an alarm.
 */
async function buildGuard(queries: Queries, id: string, device: DemoDevice, now: Date): Promise<void> {
  if (!isGuarding(device.tracking)) return
  const fixes = device.fixes(now)
  const [first, last] = [fixes.at(0), fixes.at(-1)]
  const isRidden = device.goesOn !== undefined && first !== undefined
  const pauseUntil = isRidden ? new Date(first.recordedAt.getTime() + alarmsLimits.longestRideHours * hourMs) : null
  await queries
    .insertInto('alarm_guards')
    .values({
      device_id: id,
      enabled_at: trackedSince(now),
      last_fix_at: last?.recordedAt ?? null,
      pause_kind: isRidden ? 'RIDE' : null,
      pause_since: isRidden ? first.recordedAt : null,
      pause_until: pauseUntil,
      pause_moved: isRidden,
    })
    .execute()
}

/** The alarm of that night, and what its owner has put together for the police. */
async function buildTheft(queries: Queries, id: string, device: DemoDevice, now: Date): Promise<void> {
  const dossier = device.dossier?.(now)
  if (dossier === undefined) return
  const { movedAt, changes } = dossier
  const moved = device.fixes(now).find(({ recordedAt }) => recordedAt >= movedAt)
  await queries
    .insertInto('alarms')
    .values({
      id: `${id}-alarm`,
      device_id: id,
      kind: 'MOVEMENT',
      detected_at: movedAt,
      recorded_at: moved?.recordedAt ?? null,
      latitude: moved?.latitude ?? null,
      longitude: moved?.longitude ?? null,
      accuracy: moved?.accuracy ?? null,
      number_today: 1,
      // As if it had been sent: nothing of the demo world is.
      letter: 'DELIVERED',
      letter_begun_at: movedAt,
      letter_ended_at: movedAt,
      letter_reported_at: movedAt,
      acknowledged_at: changes[0]?.setAt ?? null,
    })
    .execute()
  await buildDossier(queries, id, device, dossier)
}

async function buildDossier(queries: Queries, id: string, device: DemoDevice, dossier: DemoDossier): Promise<void> {
  const last = dossier.changes.at(-1)
  if (last === undefined) return
  await queries
    .insertInto('dossiers')
    .values({
      device_id: id,
      brand: device.brand,
      model: device.vehicle,
      colour: dossier.colour,
      plate: device.plate,
      frame_number: dossier.frameNumber,
      last_seen_place: dossier.lastSeenPlace,
      last_seen_at: dossier.lastSeenAt,
      case_reference: dossier.caseReference,
      police_station: dossier.policeStation,
      owner_name: dossier.ownerName,
      owner_phone: dossier.ownerPhone,
      ownership_proof: dossier.ownershipProof,
      with_picture: true,
      updated_at: last.setAt,
    })
    .execute()
  const changes = dossier.changes.map(({ state, since, setAt }) => ({ device_id: id, state, since, set_at: setAt }))
  await queries.insertInto('dossier_changes').values(changes).execute()
}

async function buildFreeLicences(queries: Queries, now: Date): Promise<void> {
  for (const { type, daysLeft, seats } of demoFreeLicences) {
    await insertLicence(queries, { id: `demo-${type.toLowerCase()}`, type, daysLeft, seats }, now)
  }
}

async function insertLicence(
  queries: Queries,
  licence: { id: string; type: 'START' | 'PREMIUM' | 'ENTERPRISE' | 'STANDARD'; daysLeft: number; seats: number },
  now: Date,
): Promise<void> {
  await queries
    .insertInto('licences')
    .values({
      id: licence.id,
      user_id: userId,
      licence_type: licence.type,
      licence_key: `WW-DEMO-${licence.type}`,
      seats: licence.seats,
      days: 365,
      expires_at: new Date(now.getTime() + licence.daysLeft * dayMs),
      created_at: now,
      demo: true,
    })
    .execute()
}

async function buildPois(queries: Queries, now: Date): Promise<void> {
  const rows = demoPois().map((poi) => ({
    id: `demo-${poi.sourceId.replace('/', '-')}`,
    source: demoSource,
    source_id: poi.sourceId,
    poi_type: poi.poiType,
    place: pointAt(poi),
    speed: poi.speed,
    note: poi.note,
    attribution: demoLabel,
    fetched_at: now,
    created_at: now,
    updated_at: now,
  }))
  await queries.insertInto('pois').values(rows).execute()
}

async function buildClosure(queries: Queries): Promise<void> {
  const { id, name, rules } = demoClosure
  const line = textOfLine(demoClosure.line)
  await queries
    .insertInto('closures')
    .values({
      id,
      source: demoSource,
      name,
      line,
      road: sql<GeometryValue>`st_linefromencodedpolyline(${line})`,
      rules: JSON.stringify(rules),
      attribution: demoLabel,
    })
    .execute()
}

async function buildWarnings(queries: Queries, now: Date): Promise<void> {
  for (const warning of demoWarnings(now)) {
    const area = JSON.stringify({ type: 'MultiPolygon', coordinates: [[warning.ring]] })
    await queries
      .insertInto('weather_warnings')
      .values({
        id: `demo-${warning.sourceId}`,
        source: demoSource,
        warning_type: warning.warningType,
        headline: warning.headline,
        description: warning.description,
        instruction: warning.instruction,
        level: warning.level,
        region_name: warning.regionName,
        place: pointAt(warning.centre),
        area: sql<GeometryValue>`st_setsrid(st_geomfromgeojson(${area}), 4326)`,
        valid_from: warning.validFrom,
        valid_until: warning.validUntil,
        sent_at: warning.validFrom,
        fetched_at: now,
        attribution: demoLabel,
      })
      .execute()
  }
}
