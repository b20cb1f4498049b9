import type { DossierDetails, DossierDetailsChange } from '#contract/dossier/dossier-details.ts'
import { withChange } from '#domain/changes/with-change.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type DossierDetailsStore = ReturnType<typeof createDossierDetailsStore>

/** A device with an owner, with what its dossier takes from it. */
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

/** What the owner enters about a vehicle, and what is known about it anyway. */
export function createDossierDetailsStore(database: Database) {
  return {
    /** Null if no owner has a device with this id. */
    device: (deviceId: string): Promise<DossierDevice | null> => deviceOf(database, deviceId),

    /** Null if nothing has been entered. */
    entered: (deviceId: string): Promise<DossierDetails | null> => enteredDetails(database, deviceId),

    /** What is absent stays as it was. False if the device is gone. */
    save(deviceId: string, change: DossierDetailsChange, at: Date): Promise<boolean> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const device = await deviceOf(transaction, deviceId)
        if (device === null) return false
        const before = detailsOf(device, await enteredDetails(transaction, deviceId))
        const values = { ...columnsOf(withChange(before, change)), updated_at: at }
        await transaction
          .insertInto('dossiers')
          .values({ device_id: deviceId, ...values })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
          .execute()
        return true
      })
    },

    /** The picture of a profile, as WebP. */
    async picture(id: string): Promise<Buffer | null> {
      const row = await database.selectFrom('uploads').select('picture').where('id', '=', id).executeTakeFirst()
      return row?.picture ?? null
    },
  }
}

async function deviceOf(queries: Queries, deviceId: string): Promise<DossierDevice | null> {
  const row = await queries
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'devices.id',
      'users.id as userId',
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
}

async function enteredDetails(queries: Queries, deviceId: string): Promise<DossierDetails | null> {
  const row = await queries.selectFrom('dossiers').selectAll().where('device_id', '=', deviceId).executeTakeFirst()
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
}

function columnsOf(details: DossierDetails) {
  const { brand, model, colour, plate, lastSeenAt } = details
  return {
    brand,
    model,
    colour,
    plate,
    frame_number: details.frameNumber,
    last_seen_place: details.lastSeenPlace,
    last_seen_at: lastSeenAt === null ? null : new Date(lastSeenAt),
    case_reference: details.caseReference,
    police_station: details.policeStation,
    owner_name: details.ownerName,
    owner_phone: details.ownerPhone,
    ownership_proof: details.ownershipProof,
    with_picture: details.withPicture,
  }
}

/** What was entered, or until then what is known about the vehicle anyway. */
export function detailsOf({ brand, model, plate }: DossierDevice, entered: DossierDetails | null): DossierDetails {
  if (entered !== null) return entered
  const sighting = { lastSeenPlace: null, lastSeenAt: null }
  const report = { caseReference: null, policeStation: null }
  const owner = { ownerName: null, ownerPhone: null, ownershipProof: null }
  return { brand, model, plate, colour: null, frameNumber: null, ...sighting, ...report, ...owner, withPicture: true }
}
