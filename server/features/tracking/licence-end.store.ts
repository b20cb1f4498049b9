import type { Database } from '#server/db/connection/database.ts'
import { ofAllDevices } from '#server/db/transactions/portions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { unlicensedDevices } from '#server/db/shared/recorded-device.ts'
import { endUnlicensedRecording } from '#server/db/shared/unlicensed-recording.ts'

export type LicenceEndStore = ReturnType<typeof createLicenceEndStore>

/** What becomes of recordings whose licence ends. */
export function createLicenceEndStore(database: Database) {
  return {
    /** Switches off what is on without a licence. */
    async endRecordings(now: Date): Promise<void> {
      const rows = await ofAllDevices(database, (isInPortion) =>
        unlicensedDevices(database, now).where(isInPortion).select('devices.id').execute(),
      )
      // One by one, so that a transaction that processes reports waits for at most one other.
      for (const { id } of rows) {
        await inTransaction(database, { trackers: { ofDevices: [id] } }, (transaction) =>
          endUnlicensedRecording(transaction, [id], now),
        )
      }
    },
  }
}
