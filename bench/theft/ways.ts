import { minuteSeconds } from '#contract/base/time-units.ts'
import { inVan, pushed, recordedRides, type Ride } from '#bench/guard/departures.ts'
import { normal, placeOf, type Point, type Random } from '#bench/guard/receiver.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import type { Night } from './night.ts'

/** What happens to a vehicle in a night, in seconds since its tracker's first report. */
export interface Way {
  /** From when on its owner rides, having said so; null: not at all. */
  ownRideAt: number | null
  takenAt: number
  /** What its tracker measures then; null: nothing gets out. */
  fixAt(second: number): Omit<RecordedFix, 'recordedAt'> | null
}

/** A vehicle stands at least this often in its tracker's reports, and this long, before anything happens. */
const parkedReports = 5
const parkedMinutes = 10
/** At a café a ride is over after an hour (`alarmsLimits.stopMinutes`); some more, for a tracker that reports seldom. */
const caféMinutes = 80
const frozenSeconds = 120
/** Metres an axis, and for how long a receiver errs in the same direction. */
const spread = 3
const lastingSeconds = 60

/** @param parkedSeconds instead of the usual time, for nights at normal speed. */
export function wayOf(
  { taken, everySeconds }: Pick<Night, 'taken' | 'everySeconds'>,
  random: Random,
  parkedSeconds = Math.max(parkedMinutes * minuteSeconds, parkedReports * everySeconds),
): Way {
  const ownRide = taken === 'café' ? rideOf(random) : []
  const atCafé = parkedSeconds + ownRide.length
  const takenAt = taken === 'café' ? atCafé + caféMinutes * minuteSeconds : parkedSeconds
  const theft = taken === 'pushed' ? pushed(random) : taken === 'in a van' ? inVan(random) : rideOf(random)
  const café = ownRide.at(-1) ?? { x: 0, y: 0 }
  const placeAt = (second: number): Point => {
    if (second <= takenAt) return ownRide[Math.min(second - parkedSeconds, ownRide.length - 1)] ?? { x: 0, y: 0 }
    const from = theft[Math.min(second - takenAt, theft.length - 1)] ?? { x: 0, y: 0 }
    return { x: café.x + from.x, y: café.y + from.y }
  }
  const jammedAt = taken === 'jammed' ? takenAt + 60 + 60 * random() : Number.POSITIVE_INFINITY
  const isFrozen = (second: number) => taken === 'frozen' && second < takenAt + frozenSeconds
  const errorAt = errors(random)
  return {
    ownRideAt: taken === 'café' ? parkedSeconds : null,
    takenAt,
    fixAt(second) {
      if (second >= jammedAt) return null
      const [before, now] = [placeAt(second - 1), placeAt(second)]
      const error = isFrozen(second) ? { x: 0, y: 0 } : errorAt(second)
      const seen = isFrozen(second) ? { x: 0, y: 0 } : { x: now.x + error.x, y: now.y + error.y }
      const speed = isFrozen(second) ? 0 : Math.hypot(now.x - before.x, now.y - before.y)
      return { ...placeOf(seen), altitude: null, speed, course: null }
    },
  }
}

/** A recorded one, where the recordings are; else along streets like a van. */
function rideOf(random: Random): Ride {
  const recorded = recordedRides(['car_hannover_2016-12-28_1hz.gpx', 'gpsbabel_garmin_xt_strk.gpx'])
  return recorded[Math.floor(random() * recorded.length)] ?? inVan(random)
}

/** A receiver errs in the same direction for a while. */
function errors(random: Random): (second: number) => Point {
  let [at, x, y] = [Number.NEGATIVE_INFINITY, 0, 0]
  return (second) => {
    const kept = Math.exp((at - second) / lastingSeconds)
    const fresh = Math.sqrt(1 - kept ** 2) * spread
    ;[at, x, y] = [second, kept * x + fresh * normal(random), kept * y + fresh * normal(random)]
    return { x, y }
  }
}
