import * as z from 'zod'
import { job } from '#server/jobs/jobs.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

/** Deletes all positions that were left behind. Its data is empty: what is to be done stands in the database. */
export const positionRemovals = job('position-removals', z.object({}))

/**
 * Leaves the positions of devices to be deleted in portions. The devices go in the same transaction: then nobody reaches
 * their positions any more, and none is added, because ids are never given twice.
 * @param receiptId of the receipt that waits for it and says how many there were.
 */
export async function leavePositions(
  writing: Writing,
  deviceIds: readonly string[],
  receiptId: string | null = null,
): Promise<void> {
  if (deviceIds.length === 0) return
  await writing
    .insertInto('position_removals')
    .values({ device_ids: [...deviceIds], receipt_id: receiptId })
    .execute()
}
