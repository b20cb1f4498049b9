/*
 * What reports of others wait while a device with a million positions is removed, on both databases; and while somebody holds
 * one tracker for 25 seconds. Reporters with a tracker each send their next report when the last one is answered; the tracker
 * that is held sends one a second. Undisturbed and disturbed take turns, because the machine may be busy. Holding is measured
 * on PostgreSQL only: on the embedded database there is one session, so one transaction holds up all others.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { daySeconds, secondMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { hooks } from '#server/hooks.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import type { Deliver } from '#server/protocols/protocol.ts'

const reporters = 64
const rounds = 2
const heldMs = 25 * secondMs
const heldImei = imeiOf(reporters)
const removedPositions = 1_000_000
const clock = clockFrom()

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const connection = connect({ url: postgres.url })
  await migrate(connection.database)
  const report = await putReporters(connection)
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`PostgreSQL, round ${round}`)
    await compareRemoval(connection.database, report, round)
    await compareHolding(connection.database, report)
  }
  await connection.close()
  await postgres.stop()
}
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
await fillWithMigratedDatabase(folder)
const embedded = await openEmbedded(folder, 'server')
const connection = connect({ socketFolder: embedded.socketFolder })
const report = await putReporters(connection)
for (let round = 1; round <= rounds; round += 1) {
  console.log(`embedded, round ${round}`)
  await compareRemoval(connection.database, report, round)
}
await connection.close()
await embedded.close()
rmSync(folder, { recursive: true })

type Report = (imei: string) => ReturnType<Deliver>
type Waits = { perSecond: number; p50: number; p99: number; longest: number }

async function putReporters(connection: Connection): Promise<Report> {
  for (let number = 0; number <= reporters; number += 1) {
    await putTracker(connection.database, clock.now(), { imei: imeiOf(number) })
  }
  const store = createReceptionStore(withTimeLimit(connection, gatewayServerLimits.batchTimeoutMs), null)
  const { receive } = createReceptionService({ store, log: pino({ level: 'silent' }) })
  const begin = Math.floor(clock.now().getTime() / secondMs) - 5 * daySeconds
  const reported = new Map<string, number>()
  // A tracker reports a second once, so that nothing is a duplicate.
  return (imei) => {
    const second = (reported.get(imei) ?? begin) + 1
    reported.set(imei, second)
    return receive(fixReport(imei, new Date(second * secondMs).toISOString()), clock.now())
  }
}

async function compareRemoval(database: Database, report: Report, round: number): Promise<void> {
  const imei = imeiOf(reporters + round)
  const id = await putTracker(database, clock.now(), { imei })
  await putPositions(database, id)
  const undisturbed = await drive(report, pause(heldMs))
  const startedAt = performance.now()
  const removing = remove(database, id)
  const others = await drive(report, removing)
  const { answeredMs } = await removing
  const seconds = ((performance.now() - startedAt) / secondMs).toFixed(1)
  console.log(`  undisturbed: ${line(undisturbed)}`)
  console.log(`  a device with ${removedPositions} positions removed: ${compared(others, undisturbed)}`)
  console.log(`  its owner was answered after ${answeredMs.toFixed(1)} ms, its positions were gone after ${seconds} s`)
}

/** As the product does: the owner is answered, and then a job deletes the positions. */
async function remove(database: Database, id: string): Promise<{ answeredMs: number }> {
  const startedAt = performance.now()
  await createDevicesStore(database, noQueue).remove({ id, userId: 'owner', now: clock.now() })
  const answeredMs = performance.now() - startedAt
  await createPositionRemovalsStore(database, hooks).workOff()
  return { answeredMs }
}

async function putPositions(database: Database, deviceId: string): Promise<void> {
  const now = clock.now()
  const ages = Array.from({ length: trackingLimits.retentionDays + 1 }, (_, day) => day * daySeconds * secondMs)
  const days = ages.map((age) => new Date(now.getTime() - age))
  await database.transaction().execute((transaction) => prepareDays(transaction, days, new Set()))
  const everySeconds = (trackingLimits.retentionDays * daySeconds) / removedPositions
  const portion = 50_000
  for (let from = 0; from < removedPositions; from += portion) {
    await sql`
      insert into positions (device_id, recorded_at, received_at, latitude, longitude, speed)
      select ${deviceId}, ${now}::timestamptz - make_interval(secs => i * ${everySeconds}::double precision), ${now}::timestamptz,
        49 + 0.1 * sin(i / 900.0), 8.4 + 0.1 * cos(i / 900.0), 50
      from generate_series(${from}::int, ${from + portion - 1}::int) as i`.execute(database)
  }
}

async function compareHolding(database: Database, report: Report): Promise<void> {
  const undisturbed = await drive(report, pause(heldMs))
  const held = await whileHeld(database, report)
  console.log(`  undisturbed: ${line(undisturbed)}`)
  console.log(`  one tracker held: ${compared(held.others, undisturbed)}`)
  console.log(`  its own reports: ${held.own.stored} stored, ${held.own.refused} to be sent again`)
}

async function whileHeld(database: Database, report: Report) {
  const holder = await database.startTransaction().execute()
  await sql`select from device_inventory where imei = ${heldImei} for update`.execute(holder)
  const own: Promise<boolean>[] = []
  const others = drive(report, pause(heldMs))
  for (let sent = 0; sent < heldMs / secondMs; sent += 1) {
    own.push(
      report(heldImei).then(
        () => true,
        () => false,
      ),
    )
    // The session is not idle so long that the server would end it.
    await sql`select 1`.execute(holder)
    await pause(secondMs)
  }
  await holder.rollback().execute()
  const stored = (await Promise.all(own)).filter(Boolean).length
  return { others: await others, own: { stored, refused: own.length - stored } }
}

/** Gives how long the reports of all reporters wait for their answers, until something has ended. */
async function drive(report: Report, ending: Promise<unknown>): Promise<Waits> {
  const waits: number[] = []
  const startedAt = performance.now()
  const over = new AbortController()
  void ending.finally(() => over.abort())
  const each = async (_: unknown, number: number) => {
    while (!over.signal.aborted) {
      const sentAt = performance.now()
      // What is refused has waited, too.
      await report(imeiOf(number)).catch(() => null)
      waits.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: reporters }, each))
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const seconds = (performance.now() - startedAt) / secondMs
  return { perSecond: waits.length / seconds, p50: at(0.5), p99: at(0.99), longest: sorted.at(-1) ?? 0 }
}

function imeiOf(number: number): string {
  return String(351_000_000_000_000 + number)
}

function compared(disturbed: Waits, undisturbed: Waits): string {
  return `${line(disturbed)} (p99 ${(disturbed.p99 / undisturbed.p99).toFixed(2)} of undisturbed)`
}

function line({ perSecond, p50, p99, longest }: Waits): string {
  const ms = [p50, p99, longest].map((value) => value.toFixed(1)).join('/')
  return `${Math.round(perSecond)} reports/s, p50/p99/longest ${ms} ms`
}
