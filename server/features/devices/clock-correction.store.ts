import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type ClockCorrectionStore = ReturnType<typeof createClockCorrectionStore>

/** How much further a tracker's clock is ahead than the operator states, as its owners find out. */
export function createClockCorrectionStore(database: Database, hooks: Hooks) {
  return {
    /**
     * Adds the minutes that its tracker's clock was last seen to be ahead to the known offset. False if no such minutes, or
     * other ones, are stored by now.
     */
    correctClock(id: string, aheadMinutes: number): Promise<boolean> {
      return inTransaction(database, { trackers: { ofDevices: [id] } }, async (transaction) => {
        const seen = await transaction
          .selectFrom('device_losses')
          .select('device_id')
          .where('device_id', '=', id)
          .where('clock_ahead_minutes', '=', aheadMinutes)
          .executeTakeFirst()
        if (seen === undefined) return false
        await transaction
          .updateTable('device_inventory')
          .set(({ eb }) => ({ clock_correction_minutes: eb('clock_correction_minutes', '+', aheadMinutes) }))
          .where('imei', '=', transaction.selectFrom('devices').select('imei').where('id', '=', id))
          .execute()
        await hooks.clockCorrected(transaction, { deviceId: id })
        return true
      })
    },
  }
}
