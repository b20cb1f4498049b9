/*
 * What reports of others wait while somebody holds one tracker for 25 seconds, as a removal of a device with very many
 * positions would. Reporters with a tracker each send their next report when the last one is answered; the tracker that is
 * held sends one a second. Undisturbed and held take turns, because the machine may be busy. PostgreSQL only: on the
 * embedded database there is one session, so whoever holds anything holds up everybody.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { gatewayServerLimits } from '#contract/gateway-limits.ts'
import { daySeconds, secondMs } from '#contract/time-units.ts'
import { clockFrom } from '#server/clock.ts'
import { connect, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { withTimeLimit } from '#server/db/time-limit.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import type { Deliver } from '#server/protocols/protocol.ts'

const reporters = 64
const rounds = 2
const heldMs = 25 * secondMs
const heldImei = imeiOf(reporters)

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`not measured: ${postgres.missing}`)
else {
  await measure(postgres.url)
  await postgres.stop()
}

async function measure(url: string): Promise<void> {
  const connection = connect({ url })
  const { database, close } = connection
  await migrate(database)
  const clock = clockFrom()
  for (let number = 0; number <= reporters; number += 1) {
    await putTracker(database, clock.now(), { imei: imeiOf(number) })
  }
  const store = createReceptionStore(withTimeLimit(connection, gatewayServerLimits.batchTimeoutMs), null)
  const { receive } = createReceptionService({ store, log: pino({ level: 'silent' }) })
  let second = Math.floor(clock.now().getTime() / 1000) - 5 * daySeconds
  // A second is reported once, so that nothing is a duplicate.
  const report: Report = (imei) => {
    second += 1
    return receive(fixReport(imei, new Date(second * 1000).toISOString()), clock.now())
  }
  for (let round = 1; round <= rounds; round += 1) {
    const undisturbed = await drive(report)
    const held = await whileHeld(database, report)
    console.log(`round ${round}`)
    console.log(`  undisturbed: ${line(undisturbed)}`)
    console.log(
      `  one tracker held: ${line(held.others)} (p99 ${(held.others.p99 / undisturbed.p99).toFixed(2)} of that)`,
    )
    console.log(`  its own reports: ${held.own.stored} stored, ${held.own.refused} to be sent again`)
  }
  await close()
}

type Report = (imei: string) => ReturnType<Deliver>
type Waits = { perSecond: number; p50: number; p99: number; longest: number }

async function whileHeld(database: Database, report: Report) {
  const holder = await database.startTransaction().execute()
  await sql`select from device_inventory where imei = ${heldImei} for update`.execute(holder)
  const own: Promise<boolean>[] = []
  const others = drive(report)
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

/** Gives how long the reports of all reporters wait for their answers. */
async function drive(report: Report): Promise<Waits> {
  const waits: number[] = []
  const startedAt = performance.now()
  const each = async (_: unknown, number: number) => {
    while (performance.now() - startedAt < heldMs) {
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

function line({ perSecond, p50, p99, longest }: Waits): string {
  const ms = [p50, p99, longest].map((value) => value.toFixed(1)).join('/')
  return `${Math.round(perSecond)} reports/s, p50/p99/longest ${ms} ms`
}
