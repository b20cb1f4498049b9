import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Device, DeviceChange } from '#contract/devices.ts'
import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { healthColumns, healthOf } from '#server/db/device-health.ts'
import { lossColumns, lossOf } from '#server/db/device-loss.ts'
import { whileHolding } from '#server/db/locks.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { UnprovenProtocol } from '#server/protocols/protocol.ts'

export interface InventoryEntry {
  imei: string
  model: string
  trackerId: string | null
  secretHash: Buffer | null
  /** The secret itself, of a tracker that encrypts its reports with it. */
  decryptionSecret: string | null
  /** By which it is believed without its secret. */
  unprovenProtocols: readonly UnprovenProtocol[]
  clockOffsetMinutes: number
  speedUnit: 'knots' | 'm/s' | 'km/h' | null
  /** Of what its first owner has to know besides the IMEI. */
  claimCodeHash: Buffer | null
}

export type Registration =
  /** `isNew` is false when it was the user's own before. */
  | { outcome: 'registered'; device: Device; isNew: boolean }
  /** Not among the devices the operator sold, or claimed without its code: nobody learns which of both. */
  | { outcome: 'unknown' }
  /** Somebody else's. */
  | { outcome: 'assigned' }
  /** The user has as many devices as allowed. */
  | { outcome: 'full' }

export type InventoryImport =
  /** How many were new. */
  | { outcome: 'imported'; added: number }
  /** A tracker id or a secret is another device's; so many entries had been written by then. */
  | { outcome: 'taken'; written: number }

export type DevicesStore = ReturnType<typeof createDevicesStore>

/** The operator's inventory, the devices users registered from it, and the licence each registration starts. */
export function createDevicesStore(database: Database) {
  return {
    /**
     * Adds or renews entries, step by step in the order of their IMEIs, so that no tracker waits for longer than a step takes.
     * An import that did not come to its end can be repeated. Nothing is written when a tracker id or a secret is another
     * device's, unless it becomes so meanwhile.
     */
    async importInventory(entries: readonly InventoryEntry[], at: Date): Promise<InventoryImport> {
      if (await areTaken(database, entries)) return { outcome: 'taken', written: 0 }
      let [written, added] = [0, 0]
      const inOrder = entries.toSorted((one, other) => (one.imei < other.imei ? -1 : 1))
      for (const step of inChunks(inOrder, serverLimits.inventory.importedTogether)) {
        const held = { turn: 'inventory', trackers: { imeis: step.map(({ imei }) => imei) } }
        const addedNow = await whileHolding(database, held, async (transaction) =>
          (await areTaken(transaction, step)) ? null : writeInventory(transaction, step, at),
        )
        if (addedNow === null) return { outcome: 'taken', written }
        written += step.length
        added += addedNow
      }
      return { outcome: 'imported', added }
    },

    async list(userId: string, now: Date): Promise<Device[]> {
      const rows = await deviceRows(database, now)
        .where('devices.user_id', '=', userId)
        .orderBy('registered_at')
        .orderBy('devices.id')
        .execute()
      return rows.map(deviceOf)
    },

    /** The device with its owner, or null. */
    async find(id: string, now: Date): Promise<{ device: Device; userId: string } | null> {
      const row = await deviceRows(database, now).where('devices.id', '=', id).executeTakeFirst()
      return row === undefined ? null : { device: deviceOf(row), userId: row.user_id }
    },

    /** Whom a device belongs to, and how they call it; null where it was removed meanwhile. */
    async recipientOf(id: string): Promise<{ email: string; deviceName: string } | null> {
      const row = await database
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select(['users.email', 'devices.name'])
        .where('devices.id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { email: row.email, deviceName: row.name }
    },

    async bySecret(secretHash: Buffer): Promise<{ deviceId: string; imei: string } | null> {
      const row = await database
        .selectFrom('device_inventory')
        .innerJoin('devices', 'devices.imei', 'device_inventory.imei')
        .select(['devices.id', 'devices.imei'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row === undefined ? null : { deviceId: row.id, imei: row.imei }
    },

    async change(id: string, change: DeviceChange): Promise<void> {
      await database
        .updateTable('devices')
        .set({
          name: change.deviceName,
          usage_type: change.usageType,
          vehicle_brand: change.vehicleBrand,
          vehicle_model: change.vehicleModel,
          vehicle_plate: change.vehiclePlate,
          notes: change.notes,
        })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Adds what its tracker's clock was last seen to be ahead to what is known of it. False where that is not, or not any
     * more, so many minutes.
     */
    correctClock(id: string, aheadMinutes: number): Promise<boolean> {
      return whileHolding(database, { trackers: { ofDevices: [id] } }, async (transaction) => {
        const corrected = await transaction
          .deleteFrom('device_losses')
          .where('device_id', '=', id)
          .where('clock_ahead_minutes', '=', aheadMinutes)
          .returning('device_id')
          .executeTakeFirst()
        if (corrected === undefined) return false
        await transaction
          .updateTable('device_inventory')
          .set(({ eb }) => ({ clock_correction_minutes: eb('clock_correction_minutes', '+', aheadMinutes) }))
          .where('imei', '=', transaction.selectFrom('devices').select('imei').where('id', '=', id))
          .execute()
        return true
      })
    },

    /**
     * Erases a user's device with its settings and positions; its licence and its IMEI are free again.
     * False where the user has it no more.
     */
    remove({ id, userId, now }: { id: string; userId: string; now: Date }): Promise<boolean> {
      return whileHolding(database, { trackers: { ofDevices: [id] }, devices: [id] }, async (transaction) => {
        if (!(await isOwned(transaction, id, userId))) return false
        await release(transaction, id, now)
        await transaction.deleteFrom('positions').where('device_id', '=', id).execute()
        await transaction.deleteFrom('devices').where('id', '=', id).execute()
        return true
      })
    },

    /**
     * Hands a device to the verified user whom it is offered to: a new registration with a new id, so that nothing of the old one
     * (positions, settings, notes, links) can be reached by the new owner, nor what its tracker has yet to report of it.
     * The licence stays with the old one.
     */
    async handOver(request: {
      id: string
      userId: string
      newId: string
      recipientEmail: string
      maxDevices: number
      now: Date
    }): Promise<'handed over' | 'gone' | 'no recipient' | 'full'> {
      const present = await recipientOf(database, request.recipientEmail)
      const accounts = present === null ? [] : [present.id]
      const held = { trackers: { ofDevices: [request.id] }, accounts, devices: [request.id] }
      return whileHolding(database, held, async (transaction) => {
        if (!(await isOwned(transaction, request.id, request.userId))) return 'gone'
        if (!(await isOffered(transaction, request))) return 'gone'
        const recipient = await recipientOf(transaction, request.recipientEmail)
        if (recipient === null || recipient.id !== present?.id) return 'no recipient'
        if ((await deviceCount(transaction, recipient.id)) >= request.maxDevices) return 'full'
        await release(transaction, request.id, request.now)
        const removed = await transaction
          .deleteFrom('devices')
          .where('id', '=', request.id)
          .returning(['imei', 'usage_type'])
          .executeTakeFirstOrThrow()
        await transaction.deleteFrom('positions').where('device_id', '=', request.id).execute()
        const { model } = await transaction
          .selectFrom('device_inventory')
          .select('model')
          .where('imei', '=', removed.imei)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('devices')
          .values({
            id: request.newId,
            imei: removed.imei,
            user_id: recipient.id,
            name: model,
            usage_type: removed.usage_type,
            registered_at: request.now,
            demo: false,
          })
          .execute()
        return 'handed over'
      })
    },

    /**
     * Gives a device of the inventory to a user, with a START licence if it is the user's first.
     * Registering one's own device again is no mistake: it answers with the device as it is. A claim code is needed where
     * the operator attached one that nobody has used yet.
     * @param request.finishesAccount it is what an account needs to be finished: once for each, however many are tried at once.
     */
    register(request: {
      id: string
      licence: { id: string; key: string }
      userId: string
      imei: string
      deviceName: string | null
      claimCodeHash: Buffer | null
      finishesAccount: boolean
      maxDevices: number
      now: Date
    }): Promise<Registration> {
      // One at a time for this device, and for this user.
      const held = { trackers: { imeis: [request.imei] }, accounts: [request.userId] }
      return whileHolding(database, held, async (transaction) => {
        const sold = await transaction
          .selectFrom('device_inventory')
          .select(['model', 'claim_code_hash', 'claim_code_used_at'])
          .where('imei', '=', request.imei)
          .executeTakeFirst()
        if (sold === undefined) return { outcome: 'unknown' }
        const present = await deviceRows(transaction, request.now)
          .where('devices.imei', '=', request.imei)
          .executeTakeFirst()
        if (present !== undefined) {
          if (present.user_id !== request.userId) return { outcome: 'assigned' }
          if (request.finishesAccount) await finishAccount(transaction, request)
          return { outcome: 'registered', device: deviceOf(present), isNew: false }
        }
        const asksForCode = sold.claim_code_hash !== null && sold.claim_code_used_at === null
        if (asksForCode && !isSame(sold.claim_code_hash, request.claimCodeHash)) return { outcome: 'unknown' }
        if ((await deviceCount(transaction, request.userId)) >= request.maxDevices) return { outcome: 'full' }
        if (request.finishesAccount && !(await finishAccount(transaction, request))) return { outcome: 'unknown' }

        if (asksForCode) await useClaimCode(transaction, request.imei, request.now)
        const licenceId = await startLicence(transaction, request)
        await transaction
          .insertInto('devices')
          .values({
            id: request.id,
            imei: request.imei,
            user_id: request.userId,
            name: request.deviceName ?? sold.model,
            usage_type: 'MOTORRAD',
            licence_id: licenceId,
            registered_at: request.now,
            demo: false,
          })
          .execute()
        const row = await deviceRows(transaction, request.now)
          .where('devices.id', '=', request.id)
          .executeTakeFirstOrThrow()
        return { outcome: 'registered', device: deviceOf(row), isNew: true }
      })
    },
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && timingSafeEqual(one, other)
}

async function useClaimCode(queries: Queries, imei: string, at: Date): Promise<void> {
  await queries.updateTable('device_inventory').set({ claim_code_used_at: at }).where('imei', '=', imei).execute()
}

/** False where the account was finished before; asked while it is held, by nobody else meanwhile. */
async function finishAccount(queries: Queries, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const finished = await queries
    .updateTable('users')
    .set({ imei_verified_at: now })
    .where('id', '=', userId)
    .where('imei_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Whether a device is a user's; asked while it is held, nobody else gets it or removes it meanwhile. */
export async function isOwned(queries: Queries, deviceId: string, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a device is offered to an address; asked while it is held, the offer is taken by nobody else. */
async function isOffered(
  queries: Queries,
  { id, recipientEmail, now }: { id: string; recipientEmail: string; now: Date },
): Promise<boolean> {
  const row = await queries
    .selectFrom('device_offers')
    .select('device_id')
    .where('device_id', '=', id)
    .where('email', '=', recipientEmail)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Who can be given a device. */
async function recipientOf(queries: Queries, email: string): Promise<{ id: string } | null> {
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .where('imei_verified_at', 'is not', null)
    .where('demo', '=', false)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Notes when a device's owner loses it, while no report is taken in that could leave a position behind. When its tracker last
 * gave a sign of life is the former owner's, too.
 */
async function release(queries: Queries, deviceId: string, now: Date): Promise<void> {
  await queries
    .updateTable('device_inventory')
    .set({ released_at: now, last_active_at: null })
    .where('imei', '=', queries.selectFrom('devices').select('imei').where('id', '=', deviceId))
    .execute()
}

async function deviceCount(queries: Queries, userId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The free START licence comes with the first device a user ever registers, once (specification, section 9). */
async function startLicence(
  queries: Queries,
  request: { licence: { id: string; key: string }; userId: string; now: Date },
): Promise<string | null> {
  const had = await queries
    .selectFrom('licences')
    .select('id')
    .where('user_id', '=', request.userId)
    .where('licence_type', '=', 'START')
    .executeTakeFirst()
  if (had !== undefined) return null
  const days = limits.licences.startDays
  await queries
    .insertInto('licences')
    .values({
      id: request.licence.id,
      user_id: request.userId,
      licence_type: 'START',
      licence_key: request.licence.key,
      seats: 1,
      days,
      expires_at: new Date(request.now.getTime() + days * 24 * 60 * 60_000),
      created_at: request.now,
      demo: false,
    })
    .execute()
  return request.licence.id
}

/** Whether a tracker id or a secret of the entries is another device's. */
async function areTaken(queries: Queries, entries: readonly InventoryEntry[]): Promise<boolean> {
  const { rows } = await sql`
    with entry as (
      select * from unnest(
        ${entries.map(({ imei }) => imei)}::text[],
        ${entries.map(({ trackerId }) => trackerId)}::text[],
        ${entries.map(({ secretHash }) => secretHash)}::bytea[]) as entry (imei, tracker_id, secret_hash))
    select from entry join device_inventory as other using (tracker_id) where other.imei <> entry.imei
    union all
    select from entry join device_inventory as other using (secret_hash) where other.imei <> entry.imei
    limit 1`.execute(queries)
  return rows.length > 0
}

/** Gives how many were new. */
async function writeInventory(queries: Queries, entries: readonly InventoryEntry[], at: Date): Promise<number> {
  const rows = await queries
    .insertInto('device_inventory')
    .values(entries.map((entry) => inventoryRow(entry, at)))
    .onConflict((conflict) => conflict.column('imei').doUpdateSet(renewed))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute()
  return rows.filter(({ is_new }) => is_new).length
}

function inventoryRow(entry: InventoryEntry, at: Date) {
  return {
    imei: entry.imei,
    model: entry.model,
    tracker_id: entry.trackerId,
    secret_hash: entry.secretHash,
    decryption_secret: entry.decryptionSecret,
    unproven_protocols: [...entry.unprovenProtocols],
    clock_offset_minutes: entry.clockOffsetMinutes,
    speed_unit: entry.speedUnit,
    claim_code_hash: entry.claimCodeHash,
    imported_at: at,
  }
}

/** What owners added to an offset stays until the operator says another one; so does that a claim code was used. */
const renewed = {
  model: sql<string>`excluded.model`,
  tracker_id: sql<string | null>`excluded.tracker_id`,
  secret_hash: sql<Buffer | null>`excluded.secret_hash`,
  decryption_secret: sql<string | null>`excluded.decryption_secret`,
  unproven_protocols: sql<UnprovenProtocol[]>`excluded.unproven_protocols`,
  clock_offset_minutes: sql<number>`excluded.clock_offset_minutes`,
  speed_unit: sql<InventoryEntry['speedUnit']>`excluded.speed_unit`,
  imported_at: sql<Date>`excluded.imported_at`,
  claim_code_hash: sql<Buffer | null>`excluded.claim_code_hash`,
  claim_code_used_at: sql<Date | null>`
    case when device_inventory.claim_code_hash = excluded.claim_code_hash
      then device_inventory.claim_code_used_at end`,
  clock_correction_minutes: sql<number>`
    case when device_inventory.clock_offset_minutes = excluded.clock_offset_minutes
      then device_inventory.clock_correction_minutes else 0 end`,
}

function deviceRows(queries: Queries, now: Date) {
  const onlineSince = new Date(now.getTime() - limits.devices.onlineMinutes * 60_000)
  const retainedSince = new Date(now.getTime() - limits.tracking.retentionDays * 24 * 60 * 60_000)
  const isOnline = sql<boolean>`coalesce(device_inventory.last_active_at >= ${onlineSince}, false)`
  const hasPosition = sql<boolean>`exists (
    select from positions where device_id = devices.id and recorded_at >= ${retainedSince})`
  return queries
    .selectFrom('devices')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .leftJoin('device_health', 'device_health.device_id', 'devices.id')
    .leftJoin('device_losses', 'device_losses.device_id', 'devices.id')
    .leftJoin('device_offers', (join) =>
      join.onRef('device_offers.device_id', '=', 'devices.id').on('device_offers.expires_at', '>', now),
    )
    .leftJoin('licences', (join) =>
      join.onRef('licences.id', '=', 'devices.licence_id').on('licences.expires_at', '>', now),
    )
    .selectAll('devices')
    .select(healthColumns)
    .select(lossColumns)
    .select([
      'device_inventory.model',
      'device_inventory.last_active_at',
      'licences.id as active_licence_id',
      'licences.licence_type',
      'licences.expires_at',
      'device_offers.email as offer_email',
      'device_offers.expires_at as offer_expires_at',
      isOnline.as('is_online'),
      hasPosition.as('has_position'),
    ])
}

type DeviceRow = Awaited<ReturnType<ReturnType<typeof deviceRows>['executeTakeFirstOrThrow']>>

function deviceOf(row: DeviceRow): Device {
  return {
    id: row.id,
    imei: row.imei,
    deviceName: row.name,
    usageType: row.usage_type,
    vehicleBrand: row.vehicle_brand,
    vehicleModel: row.vehicle_model,
    vehiclePlate: row.vehicle_plate,
    notes: row.notes,
    isOnline: row.is_online,
    hasActiveLicense: row.active_licence_id !== null,
    activeLicense: activeLicenceOf(row),
    hasPosition: row.has_position,
    registeredAt: row.registered_at.toISOString(),
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    ...supplyOf(row),
    loss: lossFor(row),
    offer: offerOf(row),
    deviceModel: row.model,
    demo: row.demo,
  }
}

function supplyOf(row: DeviceRow): Pick<Device, 'battery' | 'externalPower'> {
  const { battery, power } = healthOf(row)
  return {
    battery: battery && { ...battery, at: battery.at.toISOString() },
    externalPower: power && {
      connected: power.external,
      at: power.at.toISOString(),
      since: power.since?.toISOString() ?? null,
    },
  }
}

function lossFor(row: DeviceRow): Device['loss'] {
  const loss = lossOf(row)
  return loss && { ...loss, at: loss.at.toISOString() }
}

function offerOf(row: DeviceRow): Device['offer'] {
  if (row.offer_email === null || row.offer_expires_at === null) return null
  return { email: row.offer_email, expiresAt: row.offer_expires_at.toISOString() }
}

function activeLicenceOf(row: DeviceRow): Device['activeLicense'] {
  if (row.active_licence_id === null || row.licence_type === null || row.expires_at === null) return null
  return { id: row.active_licence_id, licenseType: row.licence_type, expiresAt: row.expires_at.toISOString() }
}
