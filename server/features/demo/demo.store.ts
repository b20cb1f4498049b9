import { sql } from 'kysely'
import { minuteMs } from '#contract/base/time-units.ts'
import { type DemoDevice, demoDevices, liveDemoDevices } from '#domain/demo/demo-devices.ts'
import type { DemoFix } from '#domain/demo/demo-rides.ts'
import { demoUserId } from '#domain/demo/demo.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { type Locks, inTransaction } from '#server/db/transactions/locks.ts'

/**
 * The demo world in the database: when it is there, and how old it is. The account `demo` and the source `demo` keep it apart
 * from everything real. Each feature has its own part of it (`<feature>.hooks.ts`), as `domain/demo` tells it.
 */
export function createDemoStore(database: Database, hooks: Hooks) {
  return {
    /** Builds the demo world again, dated from `now`. Sessions of the demo account continue. */
    async build(now: Date): Promise<void> {
      await inTransaction(database, await heldBy(database), async (transaction) => {
        await hooks.demoRemoved(transaction, { isRebuilt: true })
        await hooks.demoBuilt(transaction, { now })
      })
    },

    /** When it was built; null: it is not there. */
    async builtAt(): Promise<Date | null> {
      const licence = await database
        .selectFrom('licences')
        .select('created_at')
        .where('user_id', '=', demoUserId)
        .where('demo', '=', true)
        .limit(1)
        .executeTakeFirst()
      return licence?.created_at ?? null
    },

    /** Its online devices report again: a sign of life, the battery, and how their ride has gone on since it was built. */
    async beat(builtAt: Date, now: Date): Promise<void> {
      const imeis = liveDemoDevices.map(({ imei }) => imei)
      await inTransaction(database, { trackers: { imeis } }, async (transaction) => {
        for (const device of liveDemoDevices) {
          const seenAt = new Date(now.getTime() - device.silentMinutes * minuteMs)
          const fixes = await fixesSinceKnown(transaction, device, builtAt, seenAt)
          await hooks.demoReported(transaction, { deviceId: device.id, imei: device.imei, seenAt, fixes })
        }
      })
    },

    /** Whether an earlier start has built it. */
    async isThere(): Promise<boolean> {
      const account = await database.selectFrom('users').select('id').where('id', '=', demoUserId).executeTakeFirst()
      return account !== undefined
    },

    /** A product started without the demo contains nothing of it. */
    async remove(): Promise<void> {
      await inTransaction(database, await heldBy(database), (transaction) =>
        hooks.demoRemoved(transaction, { isRebuilt: false }),
      )
    },
  }
}

/** What it has measured up to now and is not stored yet; nothing where no ride is stored that could go on. */
async function fixesSinceKnown(
  queries: Queries,
  { imei, goesOn }: DemoDevice,
  builtAt: Date,
  until: Date,
): Promise<DemoFix[]> {
  if (goesOn === undefined) return []
  const known = await queries
    .selectFrom('devices')
    .innerJoinLateral(
      sql<{ recorded_at: Date }>`newest_position(devices.id, '-infinity', 'infinity')`.as('newest'),
      (join) => join.onTrue(),
    )
    .select('newest.recorded_at as newest')
    .where('imei', '=', imei)
    .where('demo', '=', true)
    .executeTakeFirst()
  return known === undefined ? [] : goesOn(builtAt, known.newest, until)
}

/** All of it is removed, including what visitors added. */
async function heldBy(database: Database): Promise<Locks> {
  const devices = await database
    .selectFrom('devices')
    .select(['id', 'imei'])
    .where((where) => where.or([where('demo', '=', true), where('user_id', '=', demoUserId)]))
    .execute()
  const licences = await database.selectFrom('licences').select('id').where('demo', '=', true).execute()
  return {
    turn: 'inventory',
    trackers: { imeis: [...demoDevices, ...devices].map(({ imei }) => imei) },
    accounts: [demoUserId],
    licences: licences.map(({ id }) => id),
    devices: devices.map(({ id }) => id),
  }
}
