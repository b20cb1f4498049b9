/*
 * What trackers and their histories cost, on PostgreSQL as it should run, with fsync. Both sides of every comparison are in
 * one run. Compare the ratios: absolute figures depend on the machine.
 */
import { connect } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { measureExports } from './tracking/exports.ts'
import { measureDay } from './tracking/day-among-millions.ts'
import { measureIdle } from './tracking/idle-trackers.ts'
import { measureReception } from './tracking/reception.ts'

const postgres = await startPostgres({ durable: true })
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const { database, pool, close } = connect({ url: postgres.url })
  await migrate(database)
  await measureReception(database, pool)
  await measureIdle(database)
  await measureDay(database, pool)
  await close()
  await postgres.stop()
}
await measureExports()
