import { destination } from '#domain/geo/geo.ts'

/** Metres to the east and to the north of where the vehicle was parked. */
export interface Point {
  x: number
  y: number
}

/** What a tracker reports, and when it comes. Times in seconds. */
export interface Reported extends Point {
  at: number
  told: number | null
  /** Null, absent: it tells none. */
  speedKmh: number | null
  isStirred: boolean | undefined
  isRequested: boolean
}

/** How a receiver errs: metres an axis, for how many seconds in the same direction (0: another each time), and what it reports. */
export interface Receiver {
  every: number
  told: number | null
  spread: number
  lasting: number
  /** Told and true accuracy vary together, and some fixes come from mobile cells. */
  isVarying?: boolean
  /** A share of reports never comes, and some hours none does. */
  isGappy?: boolean
  /** Some reports come after later ones. */
  isDisordered?: boolean
  /** It says all day that it is moved, as with an ignition wire on permanent power. */
  isAlwaysStirred?: boolean
}

export type Random = () => number

export const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Where a vehicle is at a time, and its speed in m/s. */
export type Way = (seconds: number) => Point & { speed: number }

export const standing: Way = () => ({ x: 0, y: 0, speed: 0 })

const strayShare = 0.005
const knocksAnHour = 0.1
const knockSeconds = 60

/** How soon a tracker answers a request for its position, how often it is requested, and how many times. */
const requests = { answerSeconds: 5, everySeconds: 60, most: 10 }

/**
 * The reports of a tracker along a way, in the order they come. Every fix may begin a stray of 1 to 3 fixes by 50 to 300 m. A
 * requested fix is as far astray as the one before.
 * @param isInDoubt whether the rule requests a position after the report it got last.
 */
export function* reportsOf(
  receiver: Receiver,
  way: Way,
  {
    from,
    to,
    random,
    isInDoubt = () => false,
  }: { from: number; to: number; random: Random; isInDoubt?: () => boolean },
): Generator<Reported> {
  const { every, spread, lasting } = receiver
  const errAfter = (seconds: number, before: Point): Point => {
    const kept = lasting === 0 ? 0 : Math.exp(-seconds / lasting)
    const fresh = Math.sqrt(1 - kept ** 2) * spread
    return { x: kept * before.x + fresh * normal(random), y: kept * before.y + fresh * normal(random) }
  }
  let error = { x: spread * normal(random), y: spread * normal(random) }
  let stray = { fixes: 0, x: 0, y: 0 }
  let [knockedUntil, silentUntil] = [-Infinity, -Infinity]
  let held: Reported | null = null
  const firstAt = from + random() * every
  let erredAt = firstAt - every
  for (let at = firstAt; at < to; at += every) {
    error = errAfter(at - erredAt, error)
    erredAt = at
    if (stray.fixes > 0) stray.fixes -= 1
    else if (random() < strayShare) {
      const [direction, metres] = [2 * Math.PI * random(), 50 + 250 * random()]
      stray = { fixes: 1 + Math.floor(3 * random()), x: metres * Math.cos(direction), y: metres * Math.sin(direction) }
    }
    if (random() < (knocksAnHour * every) / 3600) knockedUntil = at - knockSeconds * Math.log(1 - random())
    const { x, y, speed } = way(at)
    const { told, scale } = accuracyOf(receiver, random)
    const isStray = stray.fixes > 0
    const doppler = isStray && random() < 0.1 ? 30 * random() : Math.abs(speed * 3.6 + normal(random))
    const report = {
      at,
      x: x + scale * error.x + (isStray ? stray.x : 0),
      y: y + scale * error.y + (isStray ? stray.y : 0),
      told,
      speedKmh: Math.round(doppler),
      isStirred: receiver.isAlwaysStirred === true || (speed > 0 ? random() < 0.9 : at < knockedUntil),
      isRequested: false,
    }
    if (receiver.isGappy === true) {
      if (at >= silentUntil && random() < (0.05 * every) / 3600) silentUntil = at + 1800 + 9000 * random()
      if (at < silentUntil || random() < 0.2) continue
    }
    if (receiver.isDisordered === true && held === null && random() < 0.1) {
      held = report
      continue
    }
    yield report
    if (held !== null) yield held
    held = null
    for (let number = 0; number < requests.most; number += 1) {
      const answeredAt = at + requests.answerSeconds + number * requests.everySeconds
      if (answeredAt >= at + every || !isInDoubt()) break
      error = errAfter(answeredAt - erredAt, error)
      erredAt = answeredAt
      const then = way(answeredAt)
      yield {
        ...report,
        at: answeredAt,
        x: then.x + scale * error.x + (isStray ? stray.x : 0),
        y: then.y + scale * error.y + (isStray ? stray.y : 0),
        speedKmh: Math.round(Math.abs(then.speed * 3.6 + normal(random))),
        isStirred: false,
        isRequested: true,
      }
    }
  }
}

function accuracyOf({ told, spread, isVarying }: Receiver, random: Random): { told: number | null; scale: number } {
  if (told === null || isVarying !== true) return { told, scale: 1 }
  if (random() < 0.01) {
    const rough = 1000 * (0.5 + random())
    return { told: rough, scale: rough / (1.515 * spread) }
  }
  const factor = Math.exp(0.5 * normal(random))
  return { told: told * factor, scale: factor }
}

const home = { latitude: 49.0069, longitude: 8.4037 }
const north = destination(home, 1, 0).latitude - home.latitude
const east = destination(home, 1, 90).longitude - home.longitude

export const placeOf = ({ x, y }: Point) => ({
  latitude: home.latitude + y * north,
  longitude: home.longitude + x * east,
})
