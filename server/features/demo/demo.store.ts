import { sql } from 'kysely'
import {
  type DemoDevice,
  demoDevices,
  type DemoDossier,
  demoEmail,
  type DemoFix,
  demoFreeLicences,
  demoLabel,
  demoPois,
  demoSource,
  demoWarnings,
} from '#domain/demo.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { type Held, whileHolding } from '#server/db/locks.ts'
import type { GeometryValue } from '#server/db/tables.ts'
import type { NewPosition } from '#server/features/tracking/reception.store.ts'

/** Stores positions as if they had been reported; given by the room that keeps them. */
type KeepPositions = (transaction: Queries, positions: readonly NewPosition[]) => Promise<void>

const dayMs = 24 * 60 * 60_000
const userId = 'demo'

/** The demo world in the database: apart from everything real by the account `demo` and the source `demo`. */
export function createDemoStore(database: Database, keepPositions: KeepPositions) {
  return {
    /** Builds the demo world anew, dated from `now`. Sessions of the demo account go on. */
    async build(now: Date): Promise<void> {
      await whileHolding(database, await heldBy(database), async (transaction) => {
        await removeThings(transaction)
        await buildAccount(transaction, now)
        for (const [index, device] of demoDevices.entries()) {
          const id = `demo-device-${index + 1}`
          await buildDevice(transaction, id, device, now)
          await keepPositions(transaction, positionsOf(id, device.fixes(now)))
          if (device.dossier) await buildDossier(transaction, id, device, device.dossier(now))
        }
        await buildFreeLicences(transaction, now)
        await buildPois(transaction, now)
        await buildWarnings(transaction, now)
      })
    },

    /** Whether an earlier start has built it. */
    async isThere(): Promise<boolean> {
      const account = await database.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      return account !== undefined
    },

    /** A product started without the demo has nothing of it. */
    async remove(): Promise<void> {
      await whileHolding(database, await heldBy(database), async (transaction) => {
        await removeThings(transaction)
        await transaction.deleteFrom('users').where('demo', '=', true).execute()
      })
    },
  }
}

function positionsOf(deviceId: string, fixes: readonly DemoFix[]): NewPosition[] {
  return fixes.map((fix) => ({ ...fix, deviceId, receivedAt: fix.recordedAt, altitude: null, flag: null }))
}

/** All that is removed, what visitors added included. */
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
  // Whatever visitors added to the demo account goes, too.
  await queries
    .deleteFrom('devices')
    .where((where) => where.or([where('demo', '=', true), where('user_id', '=', userId)]))
    .execute()
  await queries.deleteFrom('licences').where('demo', '=', true).execute()
  await queries.deleteFrom('user_settings').where('user_id', '=', userId).execute()
  await queries.deleteFrom('uploads').where('user_id', '=', userId).execute()
  const imeis = demoDevices.map(({ imei }) => imei)
  await queries.deleteFrom('device_inventory').where('imei', 'in', imeis).execute()
  await queries.deleteFrom('pois').where('source', '=', demoSource).execute()
  await queries.deleteFrom('weather_warnings').where('source', '=', demoSource).execute()
}

async function buildAccount(queries: Queries, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 400 * dayMs)
  await queries
    .insertInto('users')
    .values({
      id: userId,
      email: demoEmail,
      // No password fits: one enters by the demo button alone.
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
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
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
      registered_at: ago(300 * 24 * 60),
      demo: true,
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
      power_since: power === 'cut' ? ago(device.silentMinutes + 9 * 60) : null,
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
      consent_at: ago(90 * 24 * 60),
      enabled_at: ago(90 * 24 * 60),
    })
    .execute()
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
    place: sql<GeometryValue>`st_setsrid(st_makepoint(${poi.longitude}, ${poi.latitude}), 4326)`,
    speed: poi.speed,
    note: poi.note,
    attribution: demoLabel,
    fetched_at: now,
    created_at: now,
    updated_at: now,
  }))
  await queries.insertInto('pois').values(rows).execute()
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
        place: sql<GeometryValue>`st_setsrid(st_makepoint(${warning.centre.longitude}, ${warning.centre.latitude}), 4326)`,
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
