import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs, job, round } from './jobs.ts'
import * as z from 'zod'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

describeOnBothDatabases('jobs', (database, { pool, embedded }) => {
  test('that nobody works off pile up, of a round only one', async () => {
    const jobs = createJobs({ pool, embedded, workHere: false, log: pino({ enabled: false }) })
    const each = job('each', z.object({}))
    const all = round('all')
    jobs.on(each, async () => undefined)
    jobs.on(all, async () => undefined)
    await jobs.start()
    for (let sent = 0; sent < 3; sent += 1) {
      await jobs.send(each, {})
      await jobs.send(all, {})
    }
    await jobs.stop()
    const { rows } =
      await sql`select name, count(*)::int from pgboss.job where name in ('each', 'all') group by name`.execute(
        database,
      )
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'each', count: 3 },
        { name: 'all', count: 1 },
      ]),
    )
  })
})
