import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'

export type ClaimCodeSet = 'SET' | 'REPLACED' | 'REGISTERED' | 'UNKNOWN'

/** Gives a device of the inventory that nobody has registered a claim code, in place of one that it has. */
export function setClaimCode(
  database: Database,
  { imei, codeHash, ...support }: BySupport & { imei: string; codeHash: Buffer },
): Promise<ClaimCodeSet> {
  return inTransaction(database, { trackers: { imeis: [imei] } }, async (transaction) => {
    const sold = await transaction
      .selectFrom('device_inventory')
      .leftJoin('devices', 'devices.imei', 'device_inventory.imei')
      .select(['claim_code_hash', 'claim_code_used_at', 'devices.id as deviceId'])
      .where('device_inventory.imei', '=', imei)
      .executeTakeFirst()
    if (sold === undefined) return 'UNKNOWN'
    if (sold.deviceId !== null) return 'REGISTERED'
    await transaction
      .updateTable('device_inventory')
      .set({ claim_code_hash: codeHash, claim_code_used_at: null })
      .where('imei', '=', imei)
      .execute()
    await recordSupport(transaction, { kind: 'claim-code-made', userId: null, detail: `IMEI ${imei}`, ...support })
    return sold.claim_code_hash !== null && sold.claim_code_used_at === null ? 'REPLACED' : 'SET'
  })
}
