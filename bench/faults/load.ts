import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { imeiOf } from '#bench/tracking/imei.ts'
import { clockFrom } from '#server/platform/clock.ts'
import type { Connection } from '#server/db/connection/database.ts'
import { type Installation, reportingTrackers } from './installation.ts'

/** What became of one fault. */
export interface Row {
  fault: string
  load: string
  acknowledged: number
  lost: number
  /** From the end of the fault until everything is answered again; null: it was never interrupted. */
  seconds: number | null
  note: string
}

/** What is stored of a report. */
type Send = (tracker: number, second: number) => Promise<boolean>

export interface Load {
  name: string
  acknowledged: ReadonlyMap<number, ReadonlySet<number>>
  /** How many reports were not acknowledged, and came again. */
  refused(): number
  /** Until one tracker has been acknowledged once more. */
  untilOneAcknowledged(): Promise<void>
  /** Until every tracker has been acknowledged once more. Returns the milliseconds that it took. */
  untilAllAcknowledged(): Promise<number>
  end(): Promise<void>
}

const clock = clockFrom()
const pauseMs = 500

/**
 * Trackers that report what they measure each second; what is not acknowledged they report again, as real ones do.
 * @param every seconds between two fixes of one tracker.
 */
export function startLoad(name: string, send: Send, every = 1): Load {
  const acknowledged = new Map<number, Set<number>>()
  const lastAt = new Map<number, number>()
  const run = { isOver: false, refused: 0 }
  const drive = async (tracker: number) => {
    const seconds = new Set<number>()
    acknowledged.set(tracker, seconds)
    await sleep((tracker * every * 1000) / reportingTrackers)
    let second = 0
    while (!run.isOver) {
      const now = Math.floor(clock.now().getTime() / 1000)
      if (now - second < every) {
        await sleep(100)
        continue
      }
      second = now
      while (!run.isOver && !(await send(tracker, second))) {
        run.refused += 1
        await sleep(pauseMs)
      }
      if (run.isOver) break
      seconds.add(second)
      lastAt.set(tracker, performance.now())
    }
  }
  const driven = Promise.all(Array.from({ length: reportingTrackers }, (_, tracker) => drive(tracker)))
  return {
    name,
    acknowledged,
    refused: () => run.refused,
    async untilOneAcknowledged() {
      const since = performance.now()
      while (![...lastAt.values()].some((at) => at > since)) await sleep(20)
    },
    async untilAllAcknowledged() {
      const since = performance.now()
      const isBack = (tracker: number) => (lastAt.get(tracker) ?? 0) > since
      while (!Array.from({ length: reportingTrackers }, (_, tracker) => tracker).every(isBack)) await sleep(20)
      return performance.now() - since
    },
    async end() {
      run.isOver = true
      await driven
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: reportingTrackers })

/** Reports in OsmAnd's protocol, acknowledged when they are committed. */
export function reportsTo({ osmandPort }: Pick<Installation, 'osmandPort'>): Load {
  return startLoad(`${reportingTrackers} trackers, a fix a second each`, (tracker, second) => {
    const path = `/?id=${imeiOf(tracker)}&lat=49.5&lon=8.25&speed=0&timestamp=${second}`
    return statusOf(`http://127.0.0.1:${osmandPort}${path}`, {}).then((status) => status === 200)
  })
}

/** Positions over the API, sent to the other process when one does not answer, as a load balancer does. */
export function positionsOverApi({ api }: Pick<Installation, 'api'>, tokens: readonly string[]): Load {
  let turn = 0
  return startLoad(
    `${reportingTrackers} clients of the API, a position every 2 s each`,
    async (tracker, second) => {
      const path = `/api/devices/device-${imeiOf(tracker)}/position`
      const body = { latitude: 49.5, longitude: 8.25, recordedAt: new Date(second * 1000).toISOString() }
      const headers = { authorization: `Bearer ${tokens[tracker] ?? ''}`, 'content-type': 'application/json' }
      for (let tries = 0; tries < 2; tries += 1) {
        const at = api[turn++ % 2 === 0 ? 0 : 1]
        if ((await statusOf(`${at.url}${path}`, headers, JSON.stringify(body))) === 201) return true
      }
      return false
    },
    2,
  )
}

/** Null: no answer. */
function statusOf(address: string, headers: Record<string, string>, body?: string): Promise<number | null> {
  return new Promise((resolve) => {
    const asking = request(address, { agent, method: body === undefined ? 'GET' : 'POST', headers })
    asking.on('error', () => resolve(null))
    asking.on('response', (response) => {
      response.on('error', () => resolve(null)).on('end', () => resolve(response.statusCode ?? null))
      response.resume()
    })
    asking.setTimeout(20_000, () => asking.destroy(new Error('no answer')))
    asking.end(body)
  })
}

/** How many acknowledged positions there are, and how many of them the database does not have. */
export async function judge({ database }: Connection, { acknowledged }: Load) {
  const rows = await database.selectFrom('positions').select(['device_id', 'recorded_at']).execute()
  const stored = new Set(rows.map(({ device_id, recorded_at }) => `${device_id} ${recorded_at.getTime() / 1000}`))
  let count = 0
  let lost = 0
  for (const [tracker, seconds] of acknowledged) {
    count += seconds.size
    for (const second of seconds) if (!stored.has(`device-${imeiOf(tracker)} ${second}`)) lost += 1
  }
  return { acknowledged: count, lost }
}
