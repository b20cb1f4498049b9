import { sql } from 'kysely'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import { table } from '#bench/pois/figures.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import type { Database } from '#server/db/connection/database.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { randomId } from '#server/platform/ids.ts'
import type { Deliver } from '#server/protocols/protocol.ts'
import { gatewayPorts } from '#server/protocols/gateway.ts'
import { freePort } from '#server/testing/free-port.ts'
import { imeiOf } from './imei.ts'
import { type Dialect, dialects, type Driven, driveTrackers, inPacket, type Load } from './simulated-trackers.ts'

const trackers = 1_000
const fixes = 40
const atHalfLoad = 20
const insertRows = 500
/** As many connections as servers for trackers usually have. */
const connections = 10

/**
 * Positions per second through each protocol, from the socket of a thousand trackers to the acknowledged commit, while the
 * theft alarm watches every one of them. For comparison, the same rows inserted by `pg` alone, many in a statement and one
 * by one; and the same reports read and answered without being stored, which shows what sockets, protocol and the trackers
 * on the same processors cost. The time of the server's thread hardly depends on what else the machine does.
 */
export async function measureReception(database: Database, pool: Pool): Promise<void> {
  const clock = clockFrom()
  const firstFixAt = Math.floor((clock.now().getTime() - dayMs) / minuteMs) * minuteMs
  for (let tracker = 0; tracker < trackers; tracker += 1) {
    await putTracker(database, new Date(firstFixAt - dayMs), { imei: imeiOf(tracker) })
  }
  await database.transaction().execute((transaction) => prepareDays(transaction, [new Date(firstFixAt)], new Set()))

  const many = await inserted(database, firstFixAt, (rows) => insertTogether(pool, rows))
  const single = await inserted(database, firstFixAt, (rows) => insertOneByOne(pool, rows))
  const watch = createAlarmWatch(randomId, () => undefined)
  const { receive } = createReceptionService({
    store: createReceptionStore(database, watch),
    log: pino({ level: 'silent' }),
  })
  const gateway = await openGateway(receive)
  const forgetful = await openGateway(() => Promise.resolve('STORED'))
  const rows: (string | number)[][] = [
    [`pg, ${insertRows} rows a statement`, ...rates(many, many, single), '', '', '', '', ''],
    ['pg, one row a statement', ...rates(single, many, single), '', '', '', '', ''],
  ]
  for (const dialect of dialects) {
    const load = { dialect, port: gateway.ports[dialect], trackers, firstFixAt }
    const unstored = await timed({ ...load, port: forgetful.ports[dialect], fixes, perSecond: null })
    const full = await driven(database, { ...load, fixes, perSecond: null })
    const half = await driven(database, { ...load, fixes: atHalfLoad, perSecond: full.perSecond / 2 })
    rows.push([
      dialect,
      ...rates(full.perSecond, many, single),
      (full.perSecond / unstored.perSecond).toFixed(2),
      full.threadUs.toFixed(0),
      unstored.threadUs.toFixed(0),
      full.p99.toFixed(0),
      half.p99.toFixed(0),
    ])
  }
  await gateway.close()
  await forgetful.close()
  console.log(`${trackers} trackers, ${trackers * fixes} positions a row, PostgreSQL with fsync`)
  const speed = ['through', 'positions/s', 'of many', 'of one by one', 'of unstored']
  const head = [...speed, 'thread µs', 'unstored µs', 'p99 ms', 'p99 ms at half load']
  console.log(table(head, rows))
  const { rows: size } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(relid))::bigint / ${trackers * atHalfLoad} as bytes
    from pg_partition_tree('positions') where isleaf`.execute(database)
  console.log(`bytes per stored position, with index: ${size[0]?.bytes}`)
}

function rates(perSecond: number, many: number, single: number): string[] {
  return [perSecond.toFixed(0), (perSecond / many).toFixed(2), (perSecond / single).toFixed(1)]
}

interface Timed extends Driven {
  /** Microseconds of this thread for each position. */
  threadUs: number
}

async function timed(load: Load): Promise<Timed> {
  const before = process.threadCpuUsage()
  const result = await driveTrackers(load)
  const { user, system } = process.threadCpuUsage(before)
  return { ...result, threadUs: (user + system) / (load.trackers * load.fixes) }
}

/** The first fix of a vehicle raises an alarm: it comes beforehand. Figures would be worthless if reports were lost. */
async function driven(database: Database, load: Load): Promise<Timed> {
  await sql`truncate positions, alarms, alarm_guards cascade`.execute(database)
  const few = inPacket(load.dialect)
  await driveTrackers({ ...load, firstFixAt: load.firstFixAt - few * minuteMs, fixes: few, perSecond: null })
  const result = await timed(load)
  const { rows } = await sql<{ count: string }>`
    select count(*) from positions where recorded_at >= ${new Date(load.firstFixAt)}`.execute(database)
  if (Number(rows[0]?.count) !== load.trackers * load.fixes) throw new Error(`stored ${rows[0]?.count}`)
  return result
}

async function openGateway(deliver: Deliver) {
  const names = ['OSMAND', 'OWNTRACKS', 'TELTONIKA', 'GT06', 'H02'] as const
  const free = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)))
  const settings = readSettings(Object.fromEntries(names.map((name) => [`GATEWAY_${name}_PORT`, String(free[name])])))
  const log = pino({ level: 'silent' })
  const opened = await Promise.all(
    gatewayPorts({
      settings,
      deliver,
      isKnown: async () => true,
      clock: clockFrom(),
      log,
      outcomes: testOutcomes(),
    }).map(({ open }) => open()),
  )
  const ports: Record<Dialect, number> = {
    osmand: settings.GATEWAY_OSMAND_PORT,
    owntracks: settings.GATEWAY_OWNTRACKS_PORT,
    gt06: settings.GATEWAY_GT06_PORT,
    h02: settings.GATEWAY_H02_PORT,
    teltonika: settings.GATEWAY_TELTONIKA_PORT,
    'teltonika, 10 a packet': settings.GATEWAY_TELTONIKA_PORT,
  }
  return { ports, close: () => Promise.all(opened.map((listener) => listener.close())) }
}

type Row = [deviceId: string, recordedAt: string, latitude: number, longitude: number]

async function inserted(
  database: Database,
  firstFixAt: number,
  insert: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  const rows = Array.from({ length: trackers * fixes }, (_, index): Row => {
    const at = new Date(firstFixAt + Math.floor(index / trackers) * minuteMs).toISOString()
    return [`device-${imeiOf(index % trackers)}`, at, 49, 8 + (index % trackers) / 1000]
  })
  await sql`truncate positions`.execute(database)
  const startedAt = performance.now()
  await insert(rows)
  return rows.length / ((performance.now() - startedAt) / 1000)
}

async function insertTogether(pool: Pool, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += insertRows) {
    const some = rows.slice(start, start + insertRows)
    await pool.query(
      `insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course)
       select device, at, at, latitude, longitude, 5, 115, 0, 90
       from unnest($1::text[], $2::timestamptz[], $3::float8[], $4::float8[]) as fix (device, at, latitude, longitude)
       on conflict do nothing`,
      [0, 1, 2, 3].map((column) => some.map((row) => row[column])),
    )
  }
}

async function insertOneByOne(pool: Pool, rows: readonly Row[]): Promise<void> {
  let next = 0
  const work = async () => {
    for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
      await pool.query(
        `insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course)
         values ($1, $2, $2, $3, $4, 5, 115, 0, 90) on conflict do nothing`,
        row,
      )
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}
