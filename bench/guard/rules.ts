import { isInDoubt, lastSeenAway, type Parked, parkedAt, toldOf, weigh } from '#domain/alarms/departure.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import { placeOf, type Point, type Reported } from './receiver.ts'

/** Judges the reports of one guarded tracker, each newer than the last, and says when an e-mail is sent. */
export type Rule = (report: Reported) => boolean

/** At most an e-mail in a quarter of an hour, and 20 a day: the same for all rules. A movement that may not be told waits. */
function tellingRarely(judge: (report: Reported, mayTell: boolean) => boolean): Rule {
  let [quietUntil, day, today, newest] = [-Infinity, 0, 0, -Infinity]
  return (report) => {
    if (report.at <= newest) return false
    newest = report.at
    if (Math.floor(report.at / 86_400) !== day) [day, today] = [Math.floor(report.at / 86_400), 0]
    const told = judge(report, report.at >= quietUntil && today < 20)
    if (told) [quietUntil, today] = [report.at + 900, today + 1]
    return told
  }
}

/** As it was until November 2026: a fix further away than both fixes tell, from the place of the last e-mail. */
export function hardBound(): Rule {
  let anchor: (Point & { told: number }) | null = null
  return tellingRarely((report, mayTell) => {
    const fix = { x: report.x, y: report.y, told: report.told ?? 50 }
    if (anchor === null) anchor = fix
    if (Math.hypot(fix.x - anchor.x, fix.y - anchor.y) <= Math.max(25, anchor.told + fix.told)) {
      if (fix.told < anchor.told) anchor = fix
      return false
    }
    if (mayTell) anchor = fix
    return mayTell
  })
}

/** The rule of `domain/alarms/departure.ts`. @param hears what else the tracker tells. */
export function departure(hears: 'places' | 'everything', sharpness: Sharpness): Rule {
  return requesting(hears, sharpness).judge
}

/** The same, and whether it requests a position after the report that it judged last. */
export function requesting(hears: 'places' | 'everything', sharpness: Sharpness) {
  let parked: Parked | null = null
  const judge = tellingRarely((report, mayTell) => {
    const fix = {
      ...placeOf(report),
      accuracy: report.told,
      recordedAt: new Date(report.at * 1000),
      speedKmh: hears === 'everything' ? report.speedKmh : null,
      isStirred: hears === 'everything' && report.isStirred,
      isRequested: report.isRequested,
    }
    if (parked === null) {
      parked = parkedAt(fix)
      return false
    }
    const lost = lastSeenAway(parked, fix.recordedAt)
    const weighed = weigh(lost ?? parked, fix, sharpness)
    const tells = (lost !== null || weighed.evidence !== null) && mayTell
    parked = tells ? toldOf(weighed.parked, fix) : weighed.parked
    return tells
  })
  return { judge, isInDoubt: () => parked !== null && isInDoubt(parked) }
}

interface PrototypeState extends Point {
  n: number
  S: number
  usual: number | null
  f: number
  t: number
  seenAt: number
  last: Point
  k: number
  first: Point
  d1: number
  q: Point
  L: number
  c: Point
  j: number
  since: number
  told: Point | null
  back: number
}

const metres = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** The prototype that `departure` began from, as it was measured: for comparison. */
export function prototype(): Rule {
  let s: PrototypeState | null = null
  return tellingRarely((r, mayTell) => {
    const x = { x: r.x, y: r.y }
    if (s === null) {
      const S = (r.told === null ? 20 : Math.min(40, Math.max(20, r.told / 1.515))) ** 2
      const run = { k: 0, first: x, d1: 0, q: x, L: 0, c: x, j: 0, since: r.at, told: null, back: 0 }
      s = { ...x, n: 1, S, usual: r.told, f: 1, t: r.at, seenAt: r.at, last: x, ...run }
      return false
    }
    const delta = r.at - s.t
    const g = r.told === null || s.usual === null ? 1 : Math.max(1, r.told / s.usual)
    const spread = g * Math.sqrt(s.S) * Math.sqrt(1 + 1 / s.n)
    const d = metres(x, s)
    const R = Math.max(50, 3.5 * spread)
    s.t = r.at
    const isSame = metres(x, s.last) === 0
    s.last = x
    if (s.told !== null) {
      s.back = d <= R ? s.back + 1 : 0
      if (s.back >= 2) {
        s.told = null
        s.k = 0
        return false
      }
      if (metres(x, s.c) > R) [s.c, s.j, s.since] = [x, 0, r.at]
      s.j += 1
      s.c = { x: s.c.x + (x.x - s.c.x) / s.j, y: s.c.y + (x.y - s.c.y) / s.j }
      const tells = d > R && metres(x, s.told) > 2 * R && mayTell
      if (tells) s.told = x
      else if ((s.j >= 3 && r.at - s.since >= 600) || (s.j >= 2 && r.at - s.since >= 3600)) {
        Object.assign(s, { ...s.c, f: s.j, n: Math.min(4, 1 + (r.at - s.since) / 360), k: 0, told: null, seenAt: r.at })
      }
      return tells
    }
    if (d <= R) {
      s.k = 0
      s.seenAt = r.at
      if (isSame || (g > 1 && R > 250)) return false
      s.f += 1
      const e = (d ** 2 / (2 * g ** 2)) * (s.n / (s.n + 1))
      const a = Math.min(0.2, 1 - Math.exp(-delta / 1200))
      s.S += (e > s.S ? a : a / 5) * (e - s.S)
      const w = Math.min(1, delta / 360) / g ** 2
      s.n = Math.min(s.n + w, 30)
      s.x += (w / s.n) * (x.x - s.x)
      s.y += (w / s.n) * (x.y - s.y)
      if (r.told !== null && s.usual !== null) {
        s.usual *= (r.told / s.usual) ** Math.min(0.2, 1 - Math.exp(-delta / 6000))
      }
      return false
    }
    s.k += 1
    if (s.k === 1) Object.assign(s, { first: x, d1: d, L: 0, j: 0 })
    else s.L = Math.max(s.L, metres(x, s.q))
    s.q = x
    if (s.j > 0 && metres(x, s.c) <= 0.7 * R) {
      s.j += 1
      s.c = { x: s.c.x + (x.x - s.c.x) / s.j, y: s.c.y + (x.y - s.c.y) / s.j }
    } else [s.c, s.j, s.since] = [x, 1, r.at]
    const F = 300 + 0.65 * R
    const p = metres(x, s.first)
    const away = r.at - s.seenAt
    const far = d > F && away >= 45 && (d - R) / away <= 40 && (s.f >= 2 || s.k >= 2)
    const cosine = ((x.x - s.first.x) * (s.first.x - s.x) + (x.y - s.first.y) * (s.first.y - s.y)) / (p * s.d1)
    const least = (s.k >= 3 && s.L <= 0.7 * p) || delta > 30 ? 0 : 0.87
    const onTheWay = s.k >= 2 && p > Math.max(30, 4 * spread) && d > s.d1 && cosine >= least
    const elsewhere = s.j >= 4 && r.at - s.since >= 120 && metres(s.c, s) >= 50
    if (!far && !onTheWay && elsewhere && s.f < 4 && d <= F) {
      Object.assign(s, { ...s.c, f: s.j, n: Math.min(4, 1 + (r.at - s.since) / 360), k: 0, seenAt: r.at })
      return false
    }
    if (!(far || onTheWay || elsewhere) || !mayTell) return false
    Object.assign(s, { told: x, back: 0, c: x, j: 1, since: r.at })
    return true
  })
}
