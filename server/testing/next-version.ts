/*
 * Loaded before the product (`node --import`), it makes that the next version: with one more migration. NEXT_MIGRATION says
 * whether earlier versions tolerate it.
 */
import { type Kysely, sql } from 'kysely'
import { migrations } from '#server/db/schema/migrate.ts'

const isTolerated = process.env['NEXT_MIGRATION'] === 'tolerated'

migrations[isTolerated ? '9001_added' : '9002_taken_away'] = {
  async up(db: Kysely<unknown>) {
    if (isTolerated) await sql`alter table devices add column of_tomorrow text`.execute(db)
    else await sql`alter table devices drop column of_tomorrow`.execute(db)
  },
  ...(!isTolerated && { toleratedSince: null }),
}
// The database has it, too.
if (!isTolerated) migrations['9001_added'] = { up: async () => undefined }
