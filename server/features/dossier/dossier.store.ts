import { sql } from 'kysely'
import { type DossierDetails, dossierLimits } from '#contract/dossier.ts'
import type { StateChange } from '#domain/dossier.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'

export type DossierStore = ReturnType<typeof createDossierStore>

/** A device somebody owns, with what its dossier takes from it. */
export interface DossierDevice {
  id: string
  userId: string
  imei: string
  name: string
  brand: string | null
  model: string | null
  plate: string | null
  demo: boolean
  /** The picture of the owner's profile, one of `uploads`. */
  pictureId: string | null
}

/** What the owner enters and says about a vehicle. */
export function createDossierStore(database: Database) {
  return {
    /** Null where nobody owns a device of this id. */
    async device(deviceId: string): Promise<DossierDevice | null> {
      const row = await database
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select([
          'devices.id',
          'devices.user_id as userId',
          'imei',
          'name',
          'vehicle_brand as brand',
          'vehicle_model as model',
          'vehicle_plate as plate',
          'devices.demo',
          'picture_id as pictureId',
        ])
        .where('devices.id', '=', deviceId)
        .executeTakeFirst()
      return row ?? null
    },

    /** Null where nothing was entered yet. */
    async details(deviceId: string): Promise<DossierDetails | null> {
      const row = await database.selectFrom('dossiers').selectAll().where('device_id', '=', deviceId).executeTakeFirst()
      if (row === undefined) return null
      const { brand, model, colour, plate } = row
      return {
        brand,
        model,
        colour,
        plate,
        frameNumber: row.frame_number,
        lastSeenPlace: row.last_seen_place,
        lastSeenAt: row.last_seen_at?.toISOString() ?? null,
        caseReference: row.case_reference,
        policeStation: row.police_station,
        ownerName: row.owner_name,
        ownerPhone: row.owner_phone,
        ownershipProof: row.ownership_proof,
        withPicture: row.with_picture,
      }
    },

    /** False where the device is gone. */
    saveDetails(deviceId: string, details: DossierDetails, at: Date): Promise<boolean> {
      const { brand, model, colour, plate, frameNumber, lastSeenPlace, lastSeenAt, caseReference } = details
      const values = {
        brand,
        model,
        colour,
        plate,
        frame_number: frameNumber,
        last_seen_place: lastSeenPlace,
        last_seen_at: lastSeenAt === null ? null : new Date(lastSeenAt),
        case_reference: caseReference,
        police_station: details.policeStation,
        owner_name: details.ownerName,
        owner_phone: details.ownerPhone,
        ownership_proof: details.ownershipProof,
        with_picture: details.withPicture,
        updated_at: at,
      }
      return whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        if (!(await exists(transaction, deviceId))) return false
        await transaction
          .insertInto('dossiers')
          .values({ device_id: deviceId, ...values })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
          .execute()
        return true
      })
    },

    /** Everything the owner said, the oldest first. */
    changes: (deviceId: string): Promise<StateChange[]> => readChanges(database, deviceId),

    /**
     * Adds what `choose` makes of the changes until now, one at a time for each device, and ends its links where it says so.
     * A refusal that `choose` throws leaves all as it was. False where the device is gone.
     */
    change(
      deviceId: string,
      choose: (changes: readonly StateChange[]) => { change: StateChange; endsLinks: boolean },
    ): Promise<boolean> {
      return whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        if (!(await exists(transaction, deviceId))) return false
        const { change, endsLinks } = choose(await readChanges(transaction, deviceId))
        await transaction
          .insertInto('dossier_changes')
          .values({ device_id: deviceId, state: change.state, since: change.since, set_at: change.setAt })
          .execute()
        if (!endsLinks) return true
        await transaction
          .updateTable('dossier_links')
          .set({ revoked_at: change.setAt })
          .where('device_id', '=', deviceId)
          .where('revoked_at', 'is', null)
          .execute()
        return true
      })
    },

    /** The picture of a profile, as WebP. */
    async picture(id: string): Promise<Buffer | null> {
      const row = await database.selectFrom('uploads').select('picture').where('id', '=', id).executeTakeFirst()
      return row?.picture ?? null
    },

    /** Deletes all of a device's dossier: details, states and links. */
    async remove(deviceId: string): Promise<void> {
      await whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        for (const table of ['dossier_links', 'dossier_changes', 'dossiers'] as const)
          await transaction.deleteFrom(table).where('device_id', '=', deviceId).execute()
      })
    },
  }
}

/** What was entered, or before that what is known of the vehicle anyway. */
export function detailsOf({ brand, model, plate }: DossierDevice, entered: DossierDetails | null): DossierDetails {
  if (entered !== null) return entered
  const sighting = { lastSeenPlace: null, lastSeenAt: null }
  const report = { caseReference: null, policeStation: null }
  const owner = { ownerName: null, ownerPhone: null, ownershipProof: null }
  return { brand, model, plate, colour: null, frameNumber: null, ...sighting, ...report, ...owner, withPicture: true }
}

export type DossierLinksStore = ReturnType<typeof createDossierLinksStore>

/** A link for the police as it is stored. */
export interface StoredLink {
  id: string
  deviceId: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  lastOpenedAt: Date | null
  opened: number
}

/**
 * When a link was revoked, or the consent to positions was withdrawn, which ends every link there is (GDPR, article 7 (3)).
 * A new consent opens none again.
 */
const revokedAt = sql<Date | null>`
  least(revoked_at, case when consent_withdrawn_at >= created_at then consent_withdrawn_at end)`

/** The links for the police; of their tokens only the hash. */
export function createDossierLinksStore(database: Database) {
  const linkRows = (queries: Queries) =>
    queries
      .selectFrom('dossier_links')
      .leftJoin('tracking_settings', 'tracking_settings.device_id', 'dossier_links.device_id')
      .select([
        'id',
        'dossier_links.device_id as deviceId',
        'created_at as createdAt',
        'expires_at as expiresAt',
        revokedAt.as('revokedAt'),
        'last_opened_at as lastOpenedAt',
        'opened',
      ])

  return {
    /** The newest first. */
    of: (deviceId: string): Promise<StoredLink[]> =>
      linkRows(database)
        .where('dossier_links.device_id', '=', deviceId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async byHash(hash: Buffer): Promise<StoredLink | null> {
      return (await linkRows(database).where('token_hash', '=', hash).executeTakeFirst()) ?? null
    },

    /** `full` where the device has as many open links as it may have. */
    add({ id, deviceId, createdAt, expiresAt }: StoredLink, hash: Buffer): Promise<'added' | 'full' | 'gone'> {
      return whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        if (!(await exists(transaction, deviceId))) return 'gone'
        const open = await linkRows(transaction)
          .where('dossier_links.device_id', '=', deviceId)
          .where(revokedAt, 'is', null)
          .where('expires_at', '>', createdAt)
          .execute()
        if (open.length >= dossierLimits.openLinks) return 'full'
        await transaction
          .insertInto('dossier_links')
          .values({ id, device_id: deviceId, token_hash: hash, created_at: createdAt, expires_at: expiresAt })
          .execute()
        return 'added'
      })
    },

    /** Revokes a link; the first time counts. Null where the device has no such link. */
    async revoke(deviceId: string, id: string, at: Date): Promise<StoredLink | null> {
      await database
        .updateTable('dossier_links')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('device_id', '=', deviceId)
        .where('revoked_at', 'is', null)
        .execute()
      return (
        (await linkRows(database)
          .where('id', '=', id)
          .where('dossier_links.device_id', '=', deviceId)
          .executeTakeFirst()) ?? null
      )
    },

    /** Notes that a link was opened; what follows closely on the last request is the same visit. */
    async noteOpening(id: string, at: Date): Promise<void> {
      const visitBegan = new Date(at.getTime() - dossierLimits.visitMinutes * 60_000)
      await database
        .updateTable('dossier_links')
        .set({
          last_opened_at: at,
          opened: sql<number>`opened + case when last_opened_at > ${visitBegan} then 0 else 1 end`,
        })
        .where('id', '=', id)
        .execute()
    },

    /** Deletes links that ended before; one that somebody changes just now the next time. */
    async purge(endedBefore: Date): Promise<void> {
      const ended = database.selectFrom('dossier_links').select('id').where('expires_at', '<', endedBefore)
      await database
        .deleteFrom('dossier_links')
        .where('id', 'in', ended.modifyEnd(skippingHeld('dossier_links')))
        .execute()
    },
  }
}

/** Asked while the device is held, it stays so. */
async function exists(transaction: Queries, deviceId: string): Promise<boolean> {
  return (
    (await transaction.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()) !== undefined
  )
}

async function readChanges(queries: Queries, deviceId: string): Promise<StateChange[]> {
  const rows = await queries
    .selectFrom('dossier_changes')
    .select(['state', 'since', 'set_at as setAt'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return rows
}
