import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** The key of the names in the log (`pseudonyms.ts`): made once, shared by all processes and commands. */
export async function logKey(database: Database): Promise<Buffer> {
  await sql`insert into log_keys (key) values (${randomBytes(32)}) on conflict do nothing`.execute(database)
  const { key } = await database.selectFrom('log_keys').select('key').executeTakeFirstOrThrow()
  return key
}
