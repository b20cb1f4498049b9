import type { DossierDetails, DossierDetailsChange } from '#contract/dossier.ts'
import { withChange } from '#domain/changes/with-change.ts'
import { type StateChange, stateOf } from '#domain/dossier/dossier.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'
import { statementsOf } from '#server/db/missed.ts'
import { isThere } from '#server/db/owned-device.ts'
import type { StatementAnswers } from '#server/features/alarms/statements.ts'

export type DossierStore = ReturnType<typeof createDossierStore>

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

/** @param endsLinks whether links for the police end with it. */
interface NewStatement {
  change: StateChange
  endsLinks: boolean
}

/**
 * What the owner enters about a vehicle, and its states.
 * @param answers what a statement means for the alarm, in the transaction that records it.
 */
export function createDossierStore(database: Database, answers: StatementAnswers) {
  return {
    /** Null if no owner has a device with this id. */
    device: (deviceId: string): Promise<DossierDevice | null> => deviceOf(database, deviceId),

    /** Null if nothing has been entered. */
    details: (deviceId: string): Promise<DossierDetails | null> => enteredDetails(database, deviceId),

    /** What is absent stays as it was. False if the device is gone. */
    saveDetails(deviceId: string, change: DossierDetailsChange, at: Date): Promise<boolean> {
      return whileHolding(database, { devices: [deviceId] }, async (transaction) => {
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

    /** All states that the owner set, oldest first. */
    changes: (deviceId: string): Promise<StateChange[]> => statementsOf(database, deviceId),

    /**
     * Adds what `choose` returns for the changes so far, one call at a time for each device, and ends its links if it says
     * so. Null changes nothing, and if `choose` throws, everything stays as it was. False if the device is gone.
     */
    change(
      deviceId: string,
      now: Date,
      choose: (changes: readonly StateChange[]) => NewStatement | null,
    ): Promise<boolean> {
      return whileHolding(
        database,
        { trackers: { ofDevices: [deviceId] }, devices: [deviceId] },
        async (transaction) => {
          if (!(await isThere(transaction, deviceId))) return false
          const changes = await statementsOf(transaction, deviceId)
          const chosen = choose(changes)
          if (chosen === null) return true
          const { change, endsLinks } = chosen
          const said = { deviceId, from: stateOf(changes), to: change.state, at: change.setAt }
          await answers.answer(transaction, said, now)
          await transaction
            .insertInto('dossier_changes')
            .values({ device_id: deviceId, state: change.state, since: change.since, set_at: change.setAt })
            .execute()
          if (!endsLinks) return true
          await transaction
            .updateTable('dossier_links')
            .set({ revoked_at: now })
            .where('device_id', '=', deviceId)
            .where('revoked_at', 'is', null)
            .execute()
          return true
        },
      )
    },

    /** The picture of a profile, as WebP. */
    async picture(id: string): Promise<Buffer | null> {
      const row = await database.selectFrom('uploads').select('picture').where('id', '=', id).executeTakeFirst()
      return row?.picture ?? null
    },

    /** Deletes a device's whole dossier: details, states and links. */
    async remove(deviceId: string): Promise<void> {
      await whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        await transaction.deleteFrom('dossier_links').where('device_id', '=', deviceId).execute()
        await transaction.deleteFrom('dossier_changes').where('device_id', '=', deviceId).execute()
        await transaction.deleteFrom('dossiers').where('device_id', '=', deviceId).execute()
      })
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
