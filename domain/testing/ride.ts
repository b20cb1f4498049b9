import type { Place } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'

export const garage: Place = { latitude: 49.0069, longitude: 8.4037 }

/** A made-up ride: each step goes on from where the one before ended. */
export function ride(start: string, steps: readonly Step[]): Position[] {
  let time = Date.parse(start)
  let place = garage
  const positions = [fixAt(place, time)]
  for (const { kmh, minutes, everyMs = minuteMs, drift = 0, silent = false, bearing = 45 } of steps) {
    const fixes = Math.round((minutes * minuteMs) / everyMs)
    for (let fix = 1; fix <= fixes; fix += 1) {
      time += everyMs
      place = destination(place, (kmh / 3.6) * (everyMs / 1000), bearing)
      const seen = drift === 0 ? place : destination(place, drift, (fix * 137) % 360)
      if (!silent || fix === fixes) positions.push(fixAt(seen, time))
    }
  }
  return positions
}

export interface Step {
  kmh: number
  minutes: number
  everyMs?: number
  /** Metres that fixes lie beside the true place, all around it. */
  drift?: number
  /** Nothing is heard until the end of the step. */
  silent?: boolean
  /** Where it leads, degrees from north. */
  bearing?: number
}

export function fixAt(place: Place, time: number): Position {
  return { ...place, recordedAt: new Date(time).toISOString(), accuracy: 8 }
}
