/*
 * Parked vehicles whose trackers err in ways that the grid of receivers has not: worse receivers, places that move for minutes,
 * runs of fixes far away, garages, held coordinates, gaps. A guard lives for 40 days, is parked again every day, and keeps its
 * memory; in some cells it is new every day.
 */
import { dayHours, hourSeconds } from '#contract/base/time-units.ts'
import { memoryOf, type TrackerMemory } from '#domain/alarms/tracker-memory.ts'
import { normal, type Point, type Random, type Reported } from './receiver.ts'
import { watching } from './rules.ts'

export interface Cell {
  name: string
  /** Metres an axis, at an hour of the day. */
  spread(hour: number): number
  /** For how many seconds errors last. */
  lasting: number
  /** The place is elsewhere for three minutes, this often, by so many metres. */
  displaced?: { everyHours: number; from: number; to: number }
  /** A share of fixes begins a run far away, of at most so many fixes, about one place or each elsewhere. */
  farRuns?: { share: number; from: number; to: number; most: number; isTogether: boolean }
  isHeld?: boolean
  isGappy?: boolean
  /** What it tells beside its place: nothing; that it stands, and is known to tell; always the same, and is not. */
  tells?: 'still' | 'stuck still' | 'stuck moved'
  /** How long a guard lives. */
  lifeHours: number
}

const longLife = 960
const exact = () => 8
const rough = () => 55
/** In a garage from eight to four. */
const garage = (hour: number) => (hour >= 8 && hour < 16 ? 40 : 4)
const far = { share: 1 / 2000, from: 350, to: 2000, most: 5, isTogether: true }
const single = { share: 1 / 2000, from: 360, to: 10_000, most: 1, isTogether: true }
const lasting = 180

export const cells: readonly Cell[] = [
  { name: 'σ 55', spread: rough, lasting: 0, lifeHours: dayHours },
  { name: 'σ 55, 180 s', spread: rough, lasting, lifeHours: dayHours },
  { name: 'σ 55, 900 s', spread: rough, lasting: 900, lifeHours: dayHours },
  { name: 'σ 55, 900 s, life 480 h', spread: rough, lasting: 900, lifeHours: 480 },
  { name: 'displaced 30–90 m, every 50 h', displaced: { everyHours: 50, from: 30, to: 90 } },
  { name: 'displaced 30–90 m, every 10 h', displaced: { everyHours: 10, from: 30, to: 90 } },
  { name: 'displaced 30–120 m, every 2 h', displaced: { everyHours: 2, from: 30, to: 120 } },
  { name: '  the same, told still', displaced: { everyHours: 2, from: 30, to: 120 }, tells: 'still' as const },
  { name: 'far runs of 1–5', farRuns: far },
  { name: '  each fix elsewhere', farRuns: { ...far, isTogether: false } },
  { name: '  told still', farRuns: far, tells: 'still' as const },
  { name: '  flags stuck still', farRuns: far, tells: 'stuck still' as const },
  { name: '  flag stuck moved', farRuns: far, tells: 'stuck moved' as const },
  { name: 'single strays 360–10,000 m', farRuns: single },
  { name: '  told still', farRuns: single, tells: 'still' as const },
  { name: 'garage', spread: garage, lasting: 0 },
  { name: 'garage, 180 s', spread: garage },
  { name: 'garage, told still', spread: garage, lasting: 0, tells: 'still' as const },
  { name: 'garage, 180 s, told still', spread: garage, tells: 'still' as const },
  { name: 'held', isHeld: true },
  { name: 'held, far runs', isHeld: true, farRuns: far },
  { name: 'gaps', isGappy: true },
].map((cell) => ({ spread: exact, lasting, lifeHours: longLife, ...cell }))

const displacedSeconds = 180
const usualStrays = { share: 0.005, from: 50, to: 300, most: 3, isTogether: true }
const trusted = { isTrusted: true, confirmed: 0, denied: 0 }

/** E-mails of one parked vehicle, sent by mistake over so many hours. */
export function falseEmailsOf(cell: Cell, every: number, hours: number, random: Random): number {
  let emails = 0
  let memory: TrackerMemory | null = null
  for (let hour = 0; hour < hours; hour += dayHours) {
    if (hour % cell.lifeHours < dayHours) memory = memoryAtFirst(cell)
    const guard = watching('everything', 'USUAL', memory)
    for (const report of parkedDay(cell, every, hour * hourSeconds, random)) if (guard.judge(report)) emails += 1
    memory = guard.memory()
  }
  return emails
}

function memoryAtFirst({ tells }: Cell): TrackerMemory | null {
  return tells === 'still' ? { ...memoryOf({ accuracy: null }), speed: trusted, motion: trusted } : null
}

function* parkedDay(cell: Cell, every: number, from: number, random: Random): Generator<Reported> {
  const { isHeld = false, isGappy = false, displaced, farRuns } = cell
  const kept = cell.lasting === 0 ? 0 : Math.exp(-every / cell.lasting)
  let error = { x: normal(random), y: normal(random) }
  let [shift, shiftedUntil, silentUntil] = [{ x: 0, y: 0 }, -Infinity, -Infinity]
  const [near, away] = [strays(usualStrays, random), farRuns === undefined ? null : strays(farRuns, random)]
  for (let at = from + random() * every; at < from + dayHours * hourSeconds; at += every) {
    const fresh = Math.sqrt(1 - kept ** 2)
    error = { x: kept * error.x + fresh * normal(random), y: kept * error.y + fresh * normal(random) }
    if (displaced !== undefined && at > shiftedUntil && random() < every / (displaced.everyHours * hourSeconds)) {
      ;[shift, shiftedUntil] = [somewhere(displaced, random), at + displacedSeconds]
    }
    if (isGappy) {
      if (at >= silentUntil && random() < every / (20 * hourSeconds)) silentUntil = at + 1800 + 7200 * random()
      if (at < silentUntil || random() < 0.2) continue
    }
    const spread = cell.spread(Math.floor(at / hourSeconds) % dayHours)
    const [beside, beyond] = [near(), away?.() ?? { x: 0, y: 0 }]
    const moved = at < shiftedUntil ? shift : { x: 0, y: 0 }
    const own = isHeld ? { x: 0, y: 0 } : { x: spread * error.x, y: spread * error.y }
    const x = own.x + beside.x + beyond.x + moved.x
    yield { at, x, y: own.y + beside.y + beyond.y + moved.y, told: null, isRequested: false, ...said(cell) }
  }
}

function said({ tells }: Cell): Pick<Reported, 'speedKmh' | 'isStirred'> {
  if (tells === undefined) return { speedKmh: null, isStirred: undefined }
  return tells === 'stuck moved' ? { speedKmh: null, isStirred: true } : { speedKmh: 0, isStirred: false }
}

function strays({ share, from, to, most, isTogether }: NonNullable<Cell['farRuns']>, random: Random): () => Point {
  let [left, place] = [0, { x: 0, y: 0 }]
  return () => {
    if (left > 0) {
      left -= 1
      if (!isTogether) place = somewhere({ from, to }, random)
    } else if (random() < share) {
      left = Math.floor(most * random())
      place = somewhere({ from, to }, random)
    } else return { x: 0, y: 0 }
    return place
  }
}

function somewhere({ from, to }: { from: number; to: number }, random: Random): Point {
  const [direction, metres] = [2 * Math.PI * random(), from + (to - from) * random()]
  return { x: metres * Math.cos(direction), y: metres * Math.sin(direction) }
}
