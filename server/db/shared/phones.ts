import { sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'

/** Whose a phone is: an account's or an emergency contact's. */
export type PhoneColumn = 'user_id' | 'contact_id'

/** Deletes the telephone numbers of people, also those that wait for their code. Their accounts or devices are held. */
export async function forgetPhones(queries: Queries, column: PhoneColumn, ids: readonly string[]): Promise<void> {
  const areTheirs = sql<boolean>`${sql.ref(column)} = any(${ids}::text[])`
  await queries.deleteFrom('phones').where(areTheirs).execute()
  await queries.deleteFrom('phone_codes').where(areTheirs).execute()
}
