/*
 * Where a ride that its owner has announced begins and ends. Both are recognised as a departure is (`departure.ts`): by what
 * errors of measuring cannot look like. A stop for coffee or lunch ends no ride. It ends where the vehicle usually stands
 * overnight, or after an hour anywhere else: a longer stay is parking, and the vehicle is guarded.
 */
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { weigh } from './departure.ts'
import { type Guard, type Pause, watchedOf } from './guard.ts'
import { isPassedOver, type Parked, toldOf, type Watched } from './parked.ts'
import type { Observation } from './sighting.ts'
import { radiusOf } from './tracker-memory.ts'

const { parkedMinutes, stopMinutes } = alarmsLimits
/** A yard with its street: a vehicle does not stand on the same square metre every night. */
const homeMetres = 100
/** A tracker that reports seldom is not silent between two reports. */
const silentIntervals = 3

/** The guard after a fix of a ride. Its owner knows where the vehicle is. */
export function rideOn(guard: Guard, pause: Pause, fix: Observation): Guard {
  const before = watchedOf(guard, fix)
  const { parked: seen, memory } = weigh(before, fix, 'RIDE')
  const parked = toldOf(seen, fix)
  const next = { ...pause, ...progress(pause, before.parked, parked) }
  return { ...guard, parked, memory, anchor: anchorOf(guard, { parked, memory }, fix, next.standsSince), pause: next }
}

/** What was measured before the pause began is no ride of its own: it moves if it was somewhere else since. */
function progress(pause: Pause, before: Parked, { departed }: Parked): Pick<Pause, 'moved' | 'standsSince'> {
  if (departed !== null) return { moved: pause.moved || departed.stand.since >= pause.since, standsSince: null }
  if (!pause.moved) return { moved: false, standsSince: null }
  return { moved: true, standsSince: before.departed?.stand.since ?? pause.standsSince }
}

function anchorOf(
  guard: Guard,
  { parked, memory }: Watched,
  fix: Observation,
  standsSince: Date | null,
): Guard['anchor'] {
  if (isPassedOver(parked, fix)) return guard.anchor
  if (parked.departed !== null) return fix
  const { latitude, longitude } = parked
  const recordedAt = standsSince ?? guard.anchor?.recordedAt ?? fix.recordedAt
  return { latitude, longitude, accuracy: radiusOf(memory), recordedAt }
}

/**
 * When a ride that has begun is over, unless the vehicle is seen moving before. Trackers go silent where they are parked: a
 * silence counts as standing. Null before it has begun.
 */
export function rideEnd({ pause, parked, memory, anchor, lastFixAt }: Guard): Date | null {
  if (pause?.kind !== 'RIDE' || !pause.moved || lastFixAt === null) return null
  const at = parked?.departed?.stand ?? parked ?? anchor
  const isHome = at !== null && isNear(at, pause.homes)
  const standsMs = (isHome ? parkedMinutes : stopMinutes) * minuteMs
  if (pause.standsSince !== null) return new Date(pause.standsSince.getTime() + standsMs)
  const intervalMs = (memory?.usualSeconds ?? 0) * secondMs
  return new Date(lastFixAt.getTime() + Math.max(standsMs, silentIntervals * intervalMs))
}

function isNear(place: Place, homes: readonly Place[]): boolean {
  return homes.some((home) => distanceMetres(home, place) <= homeMetres)
}
