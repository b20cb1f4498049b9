import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0107_tracker_memory.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { storedParked } from '#server/features/alarms/guard/parked.ts'
import { readMemory } from '#server/features/alarms/guard/tracker-memory.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 29, 12, minute))
const stand = { latitude: 49.1, longitude: 8.5, fixes: 2, since: at(1).toISOString() }
const away = { fixes: 1, first: stand, firstAt: at(1), firstMetres: 60, last: stand, longestStepMetres: 0, stand }
const departed = { evidence: 'FAR', told: null, fixesBack: 0, stand }
const row = (stirred: unknown, seen: unknown, left: unknown) =>
  JSON.stringify([49, 8.4, 1.5, 400, 12.5, 7, 49, 8, at(30).getTime(), 0, 60, at(29).getTime(), stirred, seen, left])

describeOnBothDatabases('what was remembered of a parked vehicle', (database) => {
  test('is told apart: its tracker is known for as long, and its run of fixes away goes on', async () => {
    const rows = await database.transaction().execute(async (transaction) => {
      // They hide the tables of the same names, and are gone after the transaction.
      await sql`create temporary table alarm_guards (number int, enabled_at timestamptz, parked json) on commit drop`.execute(
        transaction,
      )
      await sql`create temporary table alarms (evidence text constraint alarms_evidence_check check (true)) on commit drop`.execute(
        transaction,
      )
      await sql`insert into alarm_guards values (1, ${at(0)}, ${row(null, away, null)}),
        (2, ${at(0)}, ${row({ fixes: 3, until: at(30) }, null, departed)}), (3, ${at(0)}, null)`.execute(transaction)
      await up(transaction.withTables<never>())
      const query = sql<{ parked: unknown; memory: unknown }>`select parked, memory from alarm_guards order by number`
      return (await query.execute(transaction)).rows
    })
    const read = rows.map(({ parked, memory }) => ({
      parked: storedParked.safeParse(parked).data ?? null,
      memory: readMemory(memory),
    }))
    const place = { latitude: 49, longitude: 8.4, weight: 1.5, fixes: 7, lastAt: at(30), hereAt: at(29), origin: null }
    const known = { variance: 400, usualAccuracy: 12.5, usualSeconds: 60, knownSeconds: 1800, knownFixes: 7 }
    expect(read).toMatchObject([
      {
        parked: {
          ...place,
          away: { fixes: 1, firstMetres: 60, lastMetres: 60, lead: { metres: 60, steps: 0 } },
          departed: null,
        },
        memory: { ...known, isCalm: true, wariness: 0 },
      },
      {
        parked: { ...place, departed: { evidence: 'FAR', since: at(1), told: null, isOwners: true } },
        memory: { ...known, isCalm: false },
      },
      { parked: null, memory: null },
    ])
  })
})
