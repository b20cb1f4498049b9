import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Position } from '#contract/history/history.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { send } from '#server/testing/client.ts'
import { type Customer, tokenOf } from './customers.ts'
import type { RunningProduct } from './product.ts'

const connections = 64
const patienceMs = 200
const owned = z.object({ data: z.array(z.object({ id: z.string() })) })

/**
 * A vehicle near Karlsruhe, ending an hour before `now`: half an hour out, parked for an hour, and back with a silence of
 * 14 minutes on the way. One fix of the way out is 70 km off.
 */
export function recordedRides(now: Date, everySeconds = 30): Position[] {
  const stepMs = everySeconds * secondMs
  const positions: Position[] = []
  let place = { latitude: 49.0069, longitude: 8.4037 }
  let time = Math.floor(now.getTime() / minuteMs) * minuteMs - 191 * minuteMs
  for (const { minutes, kmh, bearing, silent = false } of rides) {
    const steps = Math.round((minutes * minuteMs) / stepMs)
    for (let step = 0; step < steps; step += 1) {
      time += stepMs
      const course = (bearing + 40 * Math.sin((step * everySeconds) / 180) + 360) % 360
      const speed = Math.round(kmh * (0.8 + 0.3 * Math.sin((step * everySeconds) / 120)))
      place = destination(place, (speed / 3.6) * everySeconds, course)
      const recordedAt = new Date(time).toISOString()
      if (!silent) positions.push({ ...place, recordedAt, accuracy: 6 + (step % 9), speed, course })
    }
  }
  return positions.map((fix, index) => (index === 20 ? { ...fix, ...destination(fix, 70_000, 90) } : fix))
}

const rides = [
  { minutes: 30, kmh: 80, bearing: 190 },
  { minutes: 60, kmh: 0, bearing: 0 },
  { minutes: 12, kmh: 70, bearing: 20 },
  { minutes: 14, kmh: 70, bearing: 20, silent: true },
  { minutes: 15, kmh: 60, bearing: 10 },
]

/** Lets a customer's device be recorded, and returns its id. */
export async function enableTracking(product: RunningProduct, customer: Customer): Promise<string> {
  const token = await tokenOf(product, customer)
  const list = await send(product.url, 'GET', '/api/devices', { token })
  const deviceId = owned.parse(list.body).data[0]?.id ?? ''
  await send(product.url, 'POST', '/api/tracking/consent', { token, body: { deviceId, consentGiven: true } })
  const enabled = await send(product.url, 'POST', '/api/tracking/enable', {
    token,
    body: { deviceId, trackingMode: 'BOTH' },
  })
  if (enabled.status !== 200) throw new Error(`tracking was not enabled: ${enabled.text}`)
  return deviceId
}

/** Reports over the network, as a phone with OsmAnd would, a few positions at a time. */
export async function report(product: RunningProduct, imei: string, positions: readonly Position[]): Promise<void> {
  const waiting = positions.values()
  const knots = (kmh: number | undefined) => String((kmh ?? 0) / 1.852)
  const deliver = async () => {
    for (const { latitude, longitude, recordedAt, accuracy, speed, course } of waiting) {
      const query = new URLSearchParams({
        id: imei,
        lat: String(latitude),
        lon: String(longitude),
        timestamp: String(Date.parse(recordedAt)),
        speed: knots(speed),
        bearing: String(course),
        accuracy: String(accuracy),
      })
      // Timed: a tracker that was turned away comes again later.
      while (!(await isTaken(`http://localhost:${product.trackerPort}/?${query.toString()}`))) await sleep(patienceMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, deliver))
}

/** A gateway that is busy asks its trackers to come again. */
async function isTaken(url: string): Promise<boolean> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 429) throw new Error(`a report was refused: ${answer.status}`)
  return answer.ok
}

/** What a tracker reports of a vehicle that is being lifted. */
export async function beTowed(port: number, imei: string): Promise<void> {
  const report = { id: imei, lat: '49.0069', lon: '8.4037', accuracy: '5', alarm: 'tow' }
  await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams(report).toString()}`)
}
