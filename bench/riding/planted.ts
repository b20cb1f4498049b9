import { normal, placeOf, type Point, type Random } from '#bench/guard/receiver.ts'
import { roadLineText } from '#domain/riding/road-line.ts'
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
      const spot = { way, second, course, random, hand: random() < 0.5 ? 1 : -1 }
      const point = pointOf(kind, spot)
      if (point === null || comesBy(way, second, point, kind)) continue
      const place = placeOf(point)
      planted.push({
        kind,
        passedAt: second,
        hazard: {
          id: `${kind} ${second}`,
          type: 'Obstacle',
          ...place,
          direction: directionOf(kind, course, random),
          isReported: false,
          conditions: null,
          line: roadLineText(roadOf(kind, spot, point).map(placeOf), place),
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
  /** On which hand of the ride it lies: 1 right, -1 left. */
  hand: number
}

function pointOf(kind: Kind, { way, second, course, random, hand }: Spot): Point | null {
  const here = way[second]
  if (here === undefined) return null
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

/** How far maps are off, metres an axis. */
const mapSpread = 2
const roadSeconds = 120

/** The road of a hazard as a map knows it: the ridden one, one beside it, or one that the ride leaves or crosses. */
function roadOf(kind: Kind, { way, second, course, random, hand }: Spot, { x, y }: Point): Point[] {
  const off = { x: mapSpread * normal(random), y: mapSpread * normal(random) }
  const straight = kind === 'turn' ? course : course + Math.PI / 2
  const line =
    kind === 'turn' || kind === 'crossing'
      ? [-600, 600].map((ahead) => ({ x: x + ahead * Math.sin(straight), y: y + ahead * Math.cos(straight) }))
      : besideRidden(ridden(way, second), hand, besideOf(kind))
  return line.map((point) => ({ x: point.x + off.x, y: point.y + off.y }))
}

const besideOf = (kind: Kind) => (kind.startsWith('beside') ? Number(kind.split(' ')[1]) : 0)

/** A road beside keeps its distance where the ridden one bends, too. */
function besideRidden(road: readonly Ridden[], hand: number, metres: number): Point[] {
  return road
    .map((point) => aside(point, hand * metres))
    .filter((point) => road.every(({ x, y }) => Math.hypot(point.x - x, point.y - y) >= 0.9 * metres))
}

interface Ridden extends Point {
  course: number
}

/** The way before and after a second, where it moves. */
function ridden(way: readonly Point[], second: number): Ridden[] {
  const points: Ridden[] = []
  let last = way[Math.max(0, second - roadSeconds)]
  for (const point of way.slice(Math.max(0, second - roadSeconds), second + roadSeconds)) {
    if (last === undefined || Math.hypot(point.x - last.x, point.y - last.y) < 4) continue
    points.push({ ...point, course: Math.atan2(point.x - last.x, point.y - last.y) })
    last = point
  }
  return points
}

const aside = ({ x, y, course }: Ridden, metres: number): Point => ({
  x: x + metres * Math.cos(course),
  y: y - metres * Math.sin(course),
})

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
