import { normal, type Point, type Random } from '#bench/guard/receiver.ts'
import type { RidingFix } from '#domain/riding/motion.ts'
import { placeOf } from '#bench/guard/receiver.ts'

/** A phone on the handlebar: how far it errs along an axis (metres), and how often it tells its position (seconds). */
export interface Phone {
  spread: number
  every: number
  /** Without speed and course, as some browsers are. */
  isMute?: boolean
}

const errorSeconds = 30
/** A phone tells the speed and course of a second ago. */
const lagSeconds = 1

/** What the phone tells along a way by the second: errors last as those of real receivers do. */
export function* fixesOf(
  { spread, every, isMute = false }: Phone,
  way: readonly Point[],
  random: Random,
): Generator<RidingFix> {
  const velocityError = spread <= 5 ? 0.5 : spread <= 15 ? 0.7 : 1.5
  const kept = Math.exp(-1 / errorSeconds)
  const fresh = spread * Math.sqrt(1 - kept ** 2)
  let error = { x: spread * normal(random), y: spread * normal(random) }
  for (const [second, point] of way.entries()) {
    error = { x: kept * error.x + fresh * normal(random), y: kept * error.y + fresh * normal(random) }
    if (second % every !== 0) continue
    const lagged = Math.max(1, second - lagSeconds)
    const [from, to] = [way[lagged - 1], way[lagged]]
    const east = (to?.x ?? 0) - (from?.x ?? 0) + velocityError * normal(random)
    const north = (to?.y ?? 0) - (from?.y ?? 0) + velocityError * normal(random)
    yield {
      ...placeOf({ x: point.x + error.x, y: point.y + error.y }),
      at: second * 1000,
      accuracy: 1.5 * spread,
      speed: isMute ? null : Math.hypot(east, north),
      course: isMute ? null : ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
    }
  }
}
