import { setImmediate as aMoment } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import { untilAnyoneWaits } from '#server/db/testing/waiting.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { randomId } from '#server/platform/ids.ts'
import { signOfLife } from '#server/protocols/protocol.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imeiOf = (number: number) => String(350_000_000_000_000 + number)
const [held, secondHeld] = [imeiOf(0), imeiOf(1)]
const others = Array.from({ length: 10 }, (_, index) => imeiOf(10 + index))

const ago = (seconds: number) => new Date(now.getTime() - seconds * secondMs)
const fix = (identity: string, seconds: number) => fixReport(identity, ago(seconds).toISOString())

const log = pino({ level: 'silent' })
const createService = (database: Database) =>
  createReceptionService({ store: createReceptionStore(database, null), log })

/** Locks a tracker in a transaction of its own, as the removal of its device does, until it is released. */
async function hold(database: Database, imei: string) {
  const transaction = await database.startTransaction().execute()
  await sql`select from device_inventory where imei = ${imei} for update`.execute(transaction)
  const release = async () => {
    if (!transaction.isRolledBack) await transaction.rollback().execute()
  }
  onTestFinished(release)
  return { release }
}

/** Of a device, in the order in which they were received. */
async function storedOf(database: Database, imei: string): Promise<Date[]> {
  const rows = await database
    .selectFrom('positions')
    .select('recorded_at')
    .where('device_id', '=', `device-${imei}`)
    .orderBy('stored_order')
    .execute()
  return rows.map((row) => row.recorded_at)
}

describeOnPostgres('while somebody holds one tracker', (database) => {
  let receive: ReturnType<typeof createService>['receive']
  beforeEach(async () => {
    receive = createService(database).receive
    for (const imei of [held, secondHeld, ...others]) await putTracker(database, now, { imei })
  })
  const report = (identity: string, seconds: number) => receive(fix(identity, seconds), now)

  test('a report of its IMEI is not taken for one of a tracker that has this as its id', async () => {
    await putTracker(database, now, { imei: imeiOf(2), trackerId: held })
    const holder = await hold(database, held)
    const own = report(held, 20)
    expect(await report(others[0] ?? '', 10)).toBe('STORED')
    await untilAnyoneWaits(database)
    expect(await storedOf(database, imeiOf(2))).toEqual([])
    await holder.release()
    expect(await own).toBe('STORED')
    expect(await storedOf(database, held)).toEqual([ago(20)])
  })

  test('reports of others are answered, and its own are stored afterwards in their order, each once', async () => {
    const holder = await hold(database, held)
    let answered = 0
    const own: Promise<unknown>[] = []
    const ownReport = (seconds: number) => own.push(report(held, seconds).finally(() => (answered += 1)))
    const seconds = [50, 40, 30, 20, 10]
    for (const second of seconds) {
      // In the middle of a batch, and while another one is under way.
      const batch = others.slice(0, 5).map((imei) => report(imei, second))
      ownReport(second)
      batch.push(...others.slice(5).map((imei) => report(imei, second)))
      await aMoment()
      ownReport(second - 5)
      expect(await Promise.all(batch)).toEqual(others.map(() => 'STORED'))
    }
    await untilAnyoneWaits(database)
    expect(answered).toBe(0)
    expect(await storedOf(database, held)).toEqual([])
    for (const imei of others) expect(await storedOf(database, imei)).toEqual(seconds.map(ago))
    await holder.release()
    expect(await Promise.all(own)).toEqual(own.map(() => 'STORED'))
    expect(await storedOf(database, held)).toEqual(seconds.flatMap((second) => [ago(second), ago(second - 5)]))
  })

  test('another one that is held waits for its own holder alone', async () => {
    const [holder, second] = [await hold(database, held), await hold(database, secondHeld)]
    const own = [report(held, 20), report(secondHeld, 20)]
    await untilAnyoneWaits(database)
    await second.release()
    expect(await own[1]).toBe('STORED')
    expect(await storedOf(database, held)).toEqual([])
    await holder.release()
    expect(await own[0]).toBe('STORED')
  })

  test('more that are held than are waited for at once have their turn, and nobody else waits', async () => {
    const several = others.slice(0, gatewayServerLimits.lanesAtOnce + 1)
    const holder = await database.startTransaction().execute()
    await sql`select from device_inventory where imei = any(${several}::text[]) for update`.execute(holder)
    const own = several.map((imei) => report(imei, 20))
    await untilAnyoneWaits(database)
    expect(await report(held, 20)).toBe('STORED')
    await holder.rollback().execute()
    expect(await Promise.all(own)).toEqual(several.map(() => 'STORED'))
  })

  test('its reports wait whatever they call it, and a stranger among them does not', async () => {
    await database.updateTable('device_inventory').set({ tracker_id: 'lotse-7' }).where('imei', '=', held).execute()
    const holder = await hold(database, held)
    const own = [report('lotse-7', 20), report(held, 10), receive({ ...fix('anna/phone', 5), otherNames: [held] }, now)]
    expect(await receive(signOfLife('999'), now)).toBe('UNKNOWN_TRACKER')
    expect(await storedOf(database, held)).toEqual([])
    await holder.release()
    expect(await Promise.all(own)).toEqual(['STORED', 'STORED', 'STORED'])
    expect(await storedOf(database, held)).toEqual([20, 10, 5].map(ago))
  })

  test('one that names it and a better known tracker does not wait', async () => {
    const holder = await hold(database, held)
    expect(await receive({ ...fix(secondHeld, 20), otherNames: [held] }, now)).toBe('STORED')
    expect(await storedOf(database, secondHeld)).toEqual([ago(20)])
    await holder.release()
  })

  test('its reports keep their order where one of their batch cannot be stored and it is released meanwhile', async () => {
    await sql`alter table positions add constraint no_faked_places check (flag is distinct from 'MOCK')`.execute(
      database,
    )
    onTestFinished(async () => {
      await sql`alter table positions drop constraint no_faked_places`.execute(database)
    })
    const holder = await hold(database, held)
    const other = others[0] ?? ''
    const watch = {
      ...createAlarmWatch(randomId, () => undefined),
      // The first part of the batch that is committed.
      async raise() {
        await holder.release()
        return () => undefined
      },
    }
    const service = createReceptionService({ store: createReceptionStore(database, watch), log })
    const unstorable = fixReport(secondHeld, ago(20).toISOString(), { flag: 'MOCK' })
    const reports = [fix(held, 20), fix(other, 20), unstorable, fix(held, 10)]
    expect(await Promise.all(reports.map((each) => service.receive(each, now)))).toEqual([
      'STORED',
      'STORED',
      'UNSTORABLE',
      'STORED',
    ])
    expect(await storedOf(database, held)).toEqual([20, 10].map(ago))
  })

  test('what its holder did to it counts for the reports that waited', async () => {
    const holder = await database.startTransaction().execute()
    await sql`select from device_inventory where imei = ${held} for update`.execute(holder)
    const own = report(held, 20)
    await untilAnyoneWaits(database)
    await holder.deleteFrom('devices').where('imei', '=', held).execute()
    await holder.commit().execute()
    expect(await own).toBe('NO_OWNER')
    expect(await storedOf(database, held)).toEqual([])
  })
})

describeOnBothDatabases('while nobody holds a tracker', (database) => {
  test('reports of all are stored, also where they come with those of strangers', async () => {
    for (const imei of others) await putTracker(database, now, { imei })
    const { receive } = createService(database)
    const reports = others.flatMap((imei) => [fix(imei, 20), fix('999', 20), fix(imei, 10)])
    expect(await Promise.all(reports.map((report) => receive(report, now)))).toEqual(
      others.flatMap(() => ['STORED', 'UNKNOWN_TRACKER', 'STORED']),
    )
    for (const imei of others) expect(await storedOf(database, imei)).toEqual([20, 10].map(ago))
  })
})
