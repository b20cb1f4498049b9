import { placeOf, type Point, type Random } from '#bench/guard/receiver.ts'
import type { Hazard } from '#domain/riding/hazards.ts'

/** Where a hazard lies, seen from a recorded ride. Only those on the way are to be warned of. */
export const kinds = [
  'way',
  'way, directed',
  'beside 15',
  'beside 30',
  'beside 60',
  'beside 120',
  'against',
  'turn',
  'crossing',
] as const
export type Kind = (typeof kinds)[number]

export const isOnWay = (kind: Kind) => kind === 'way' || kind === 'way, directed'

export interface Planted {
  kind: Kind
  hazard: Hazard
  /** The second at which the ride passes it, or what it lies beside. */
  passedAt: number
}

const everyMetres = 40
/** A warning needs some seconds of riding before it. */
const firstSecond = 20
/** Where the ride comes by once more within this, the hazard would lie on its way after all. */
const clearMetres = 45
const ownPassSeconds = 40

/** Hazards of all kinds along a ride, the same ones for the same random numbers. */
export function plant(way: readonly Point[], random: Random): Planted[] {
  const planted: Planted[] = []
  let [gone, next] = [0, everyMetres * random()]
  for (let second = 1; second < way.length - 1; second += 1) {
    const [before, here, ahead] = [way[second - 1], way[second], way[second + 1]]
    if (before === undefined || here === undefined || ahead === undefined) continue
    const step = Math.hypot(here.x - before.x, here.y - before.y)
    gone += step
    if (gone < next || second < firstSecond || step < 2) continue
    next = gone + everyMetres
    const course = Math.atan2(ahead.x - before.x, ahead.y - before.y)
    for (const kind of kinds) {
      const point = pointOf(kind, { way, second, course, random })
      if (point === null || comesBy(way, second, point, kind)) continue
      planted.push({
        kind,
        passedAt: second,
        hazard: {
          id: `${kind} ${second}`,
          type: 'Obstacle',
          ...placeOf(point),
          direction: directionOf(kind, course, random),
          isReported: false,
        },
      })
    }
  }
  return planted
}

const directions: Partial<Record<Kind, number>> = { 'way, directed': 0, against: 180, crossing: 90 }

/** Degrees; what sources tell of a direction is rounded and follows the road, not the ride. */
function directionOf(kind: Kind, course: number, random: Random): number | null {
  const turned = directions[kind]
  if (turned === undefined) return null
  return (Math.round((course * 180) / Math.PI + turned + 30 * (random() - 0.5)) + 720) % 360
}

interface Spot {
  way: readonly Point[]
  second: number
  course: number
  random: Random
}

function pointOf(kind: Kind, { way, second, course, random }: Spot): Point | null {
  const here = way[second]
  if (here === undefined) return null
  const hand = random() < 0.5 ? 1 : -1
  const beside = (metres: number, ahead = 0): Point => ({
    x: here.x + hand * metres * Math.cos(course) + ahead * Math.sin(course),
    y: here.y - hand * metres * Math.sin(course) + ahead * Math.cos(course),
  })
  if (isOnWay(kind)) return beside(8 * random())
  if (kind === 'against') return beside(8)
  if (kind === 'crossing') return beside(40 + 40 * random())
  if (kind === 'turn') return isTurn(way, second, course) ? beside(0, 200 + 600 * random()) : null
  return beside(Number(kind.split(' ')[1]))
}

/** Whether the ride really turns here: 60 m later it leads elsewhere by more than 50 degrees. */
function isTurn(way: readonly Point[], second: number, course: number): boolean {
  const here = way[second]
  if (here === undefined) return false
  const later = way.slice(second, second + 40).find(({ x, y }) => Math.hypot(x - here.x, y - here.y) > 60)
  if (later === undefined) return false
  const turn = Math.atan2(later.x - here.x, later.y - here.y) - course
  return Math.cos(turn) < Math.cos((50 * Math.PI) / 180)
}

/** Whether the ride comes near the place at another time, or nearer than its kind says at this one. */
function comesBy(way: readonly Point[], second: number, point: Point, kind: Kind): boolean {
  const isOnLine = isOnWay(kind) || kind === 'against'
  return way.some(({ x, y }, other) => {
    const metres = Math.hypot(x - point.x, y - point.y)
    if (isOnLine) return Math.abs(other - second) > ownPassSeconds && metres < clearMetres
    return metres < leastMetresOf(kind)
  })
}

function leastMetresOf(kind: Kind): number {
  if (kind === 'crossing') return 35
  if (kind === 'turn') return 60
  return 0.9 * Number(kind.split(' ')[1])
}
