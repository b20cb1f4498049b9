import { sql } from 'kysely'
import { withdrawOfDevice } from '#server/db/shared/consent-ledger.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const sharesHooks: Partial<Hooks> = {
  /** Somebody else may have shared where the devices are. */
  async accountSecured(writing, { userId, devices, at }) {
    const areTheirs = sql<boolean>`device_id = any(${devices}::text[])`
    await writing
      .updateTable('shares')
      .set({ revoked_at: at })
      .where(areTheirs)
      .where('revoked_at', 'is', null)
      .execute()
    const shared = await writing
      .selectFrom('devices')
      .select(['id', 'name'])
      .where('user_id', '=', userId)
      .where(sql<boolean>`id = any(${devices}::text[])`)
      .orderBy('id')
      .execute()
    for (const { id: deviceId, name: deviceName } of shared) {
      await withdrawOfDevice(writing, { userId, deviceId, deviceName, purpose: 'sharing', actor: 'owner', at })
    }
  },
}
