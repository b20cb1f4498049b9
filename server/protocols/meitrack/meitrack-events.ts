import type { Report } from '#server/protocols/protocol.ts'

/* What the code of an event says (protocols, sections 7 and 8; the table of events in the maker's documents of T622 and MVT380). */

const words: ReadonlyMap<number, string> = new Map([
  [1, 'sos'],
  [17, 'lowBattery'],
  [19, 'overspeed'],
  [20, 'geofenceEnter'],
  [21, 'geofenceExit'],
  [23, 'powerCut'],
  [36, 'tow'],
  [44, 'jamming'],
  [78, 'accident'],
])

const externalPower = { on: 22, cut: 23 }
const motion = { stops: 41, starts: 42 }

/**
 * Of these only the place is read: inputs, a low battery of the vehicle, the receiver, sleep, a start, a heartbeat, a corner, a
 * distance, an answer, a time, a driver, a picture, and how it is driven.
 */
const silent: ReadonlySet<number> = new Set(
  [
    [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18],
    [24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 37, 39, 129, 130],
  ].flat(),
)

/** Null: it is no number, so it says nothing. */
export function saidBy(code: number | null): Partial<Pick<Report, 'alarm' | 'health' | 'isMoved' | 'unread'>> {
  if (code === null) return { unread: ['AAA event'] }
  if (code === motion.stops || code === motion.starts) return { isMoved: code === motion.starts }
  const alarm = words.get(code) ?? null
  const isSupply = code === externalPower.on || code === externalPower.cut
  if (isSupply) return { alarm, health: { externalPower: code === externalPower.on } }
  return alarm === null && !silent.has(code) ? { unread: [`event ${code}`] } : { alarm }
}
