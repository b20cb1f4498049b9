/*
 * What trackers say of being moved, beside their fixes: by a motion sensor, the ignition, or as an alarm.
 */
import type { Parked } from './parked.ts'
import { type Observation, secondsBetween } from './sighting.ts'

/** Of a tracker that says so for longer while the vehicle stands, such as one whose ignition wire is on permanent power. */
const mostStirredFixes = 15
/** GT06 says whether the ignition is on in heartbeats, usually every three minutes: the time of two. */
const heartbeatsSeconds = 400
const longestSeconds = 900

/** The tracker says again and again that it is moved: a knock is short. If it always says so, that shows nothing. */
export function isStirring({ stirred }: Parked, fixes: number): boolean {
  return stirred !== null && stirred.fixes >= fixes && stirred.fixes <= mostStirredFixes
}

/** One fix that says otherwise ends nothing, and one that says nothing of it goes on with what was said. */
export function stirredBy(parked: Parked, fix: Observation): Parked {
  const { stirred } = parked
  const least = fix.isStirred === undefined ? heartbeatsSeconds : 60
  const patience = Math.min(longestSeconds, Math.max(least, 2.1 * secondsBetween(parked.lastAt, fix.recordedAt)))
  const isOn = stirred !== null && secondsBetween(stirred.until, fix.recordedAt) <= patience
  if (fix.isStirred === true)
    return { ...parked, stirred: { fixes: (isOn ? stirred.fixes : 0) + 1, until: fix.recordedAt } }
  if (!isOn) return stirred === null ? parked : { ...parked, stirred: null }
  const goesOn = fix.isStirred === undefined && fix.isRequested !== true
  return goesOn ? { ...parked, stirred: { ...stirred, fixes: stirred.fixes + 1 } } : parked
}

/** What a tracker says of being moved without a fix. The end is certain: a sensor that only pauses comes with fixes. */
export function felt(parked: Parked, isStirred: boolean, at: Date): Parked {
  const { stirred } = parked
  if (!isStirred) return stirred === null ? parked : { ...parked, stirred: null }
  const isOn = stirred !== null && secondsBetween(stirred.until, at) <= longestSeconds
  return { ...parked, stirred: { fixes: (isOn ? stirred.fixes : 0) + 1, until: at } }
}
