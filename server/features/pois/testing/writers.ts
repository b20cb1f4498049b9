import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now } from '#server/db/testing/writer.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

export const poisWriters: WorldPart = {
  put: importPois,

  writers: [{ name: 'an import of POIs', write: importPois, isPartial: true }],
}

const source = 'overpass'

async function importPois(database: Database): Promise<void> {
  const { rows } = await sql<{ edition: number }>`
    insert into feed_states (feed, last_attempt_at) values (${source}, ${now})
    on conflict (feed) do update set failures = 0 returning edition`.execute(database)
  const edition = (rows[0]?.edition ?? 0) + 1
  const records = [poiRecord({ sourceId: `node/${edition}` }), poiRecord({ sourceId: 'node/0', speed: edition })]
  await createPoisImport(database, randomUUID).replace(
    { source, attribution: '', edition, at: now, records },
    async (queries) => {
      await queries.updateTable('feed_states').set({ edition }).where('feed', '=', source).execute()
    },
  )
}
