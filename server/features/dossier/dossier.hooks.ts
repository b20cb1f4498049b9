import { demoDevices } from '#domain/demo/demo-devices.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const dossierHooks: Partial<Hooks> = {
  /** What the owner of the stolen device has put together for the police. */
  async demoBuilt(writing, { now }) {
    for (const { id, brand, vehicle, plate, dossier: dossierOf } of demoDevices) {
      const dossier = dossierOf?.(now)
      const last = dossier?.changes.at(-1)
      if (dossier === undefined || last === undefined) continue
      await writing
        .insertInto('dossiers')
        .values({
          device_id: id,
          brand,
          model: vehicle,
          colour: dossier.colour,
          plate,
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
      await writing.insertInto('dossier_changes').values(changes).execute()
    }
  },
}
