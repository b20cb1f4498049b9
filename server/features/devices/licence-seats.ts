import { sql } from 'kysely'
import type { Writing } from '#server/db/transactions/locks.ts'

export type SetLicence = typeof setLicence

/** Lets devices use a licence, or none. The licence and the devices are held. */
export async function setLicence(
  writing: Writing,
  deviceIds: readonly string[],
  licenceId: string | null,
): Promise<void> {
  await writing
    .updateTable('devices')
    .set({ licence_id: licenceId })
    .where(sql<boolean>`id = any(${deviceIds}::text[])`)
    .execute()
}
