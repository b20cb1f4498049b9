import type { Point, Random } from '#bench/guard/receiver.ts'
import { normal } from '#bench/guard/receiver.ts'
import type { Corner, Street } from './street-map.ts'

/** A ride through a crossing, and what of the streets it rides on. */
export interface StreetRide {
  crossing: Corner
  /** By the second. */
  way: Point[]
  /** As the map has it. */
  path: readonly Corner[]
}

interface Step {
  from: Corner
  to: Corner
}

const beforeMetres = 800
const afterMetres = 400
const leastBeforeMetres = 350
const ridingSpeed = 14
const turningSpeed = 7
const slowing = 2
const turnDegrees = 50
/** How far maps are off, metres an axis. */
const mapSpread = 2

/** Rides through each crossing from every arm, on by any other one. */
export function ridesThrough(streets: readonly Street[], random: Random): StreetRide[] {
  const steps = streets.flatMap(stepsOf)
  const into = groupedBy(steps, ({ to }) => to.key)
  const outOf = groupedBy(steps, ({ from }) => from.key)
  const crossings = [...into.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const here = first.to
    const neighbours = new Set([
      ...[first, ...others].map(({ from }) => from.key),
      ...(outOf.get(here.key) ?? []).map(({ to }) => to.key),
    ])
    return neighbours.size < 3 ? [] : [here]
  })
  return crossings.flatMap((crossing) =>
    (into.get(crossing.key) ?? []).flatMap((arrival) => {
      const departures = (outOf.get(crossing.key) ?? []).filter(({ to }) => to.key !== arrival.from.key)
      const departure = departures[Math.floor(random() * departures.length)]
      if (departure === undefined) return []
      const before = walked(arrival, beforeMetres, (step) =>
        (into.get(step.from.key) ?? []).filter(({ from }) => from.key !== step.to.key),
      )
      const after = walked(departure, afterMetres, (step) =>
        (outOf.get(step.to.key) ?? []).filter(({ to }) => to.key !== step.from.key),
      )
      const path = [...before.toReversed().map(({ from }) => from), crossing, ...after.map(({ to }) => to)]
      const isLong = metresOf(before.map(({ from }) => from)) >= leastBeforeMetres
      return isLong ? [{ crossing, path, way: ridden(path, random) }] : []
    }),
  )
}

function stepsOf({ corners, isOneway }: Street): Step[] {
  const along = corners.slice(1).flatMap((to, index) => {
    const from = corners[index]
    return from === undefined ? [] : [{ from, to }]
  })
  return isOneway ? along : [...along, ...along.map(({ from, to }) => ({ from: to, to: from }))]
}

/** From step to step by the straightest, never twice by the same place. */
function walked(first: Step, metres: number, next: (step: Step) => Step[]): Step[] {
  const steps = [first]
  const seen = new Set([first.from.key, first.to.key])
  for (let gone = lengthOf(first); gone < metres;) {
    const step = steps.at(-1) ?? first
    const [straightest] = next(step)
      .filter(({ from, to }) => !seen.has(from.key) || !seen.has(to.key))
      .toSorted((one, other) => turnOf(step, one) - turnOf(step, other))
    if (straightest === undefined) break
    steps.push(straightest)
    seen.add(straightest.from.key)
    seen.add(straightest.to.key)
    gone += lengthOf(straightest)
  }
  return steps
}

function turnOf(one: Step, other: Step): number {
  const [a, b] = [one, other].map(({ from, to }) => Math.atan2(to.x - from.x, to.y - from.y))
  return 1 - Math.cos((a ?? 0) - (b ?? 0))
}

const lengthOf = ({ from, to }: Step) => Math.hypot(to.x - from.x, to.y - from.y)

export function metresOf(line: readonly Point[]): number {
  return line.reduce(
    (sum, { x, y }, index) => sum + Math.hypot(x - (line[index - 1]?.x ?? x), y - (line[index - 1]?.y ?? y)),
    0,
  )
}

/** By the second, slower where it turns. */
function ridden(path: readonly Point[], random: Random): Point[] {
  const off = { x: mapSpread * normal(random), y: mapSpread * normal(random) }
  const along: number[] = []
  for (const [index, point] of path.entries()) {
    const before = path[index - 1]
    along.push(before === undefined ? 0 : (along[index - 1] ?? 0) + Math.hypot(point.x - before.x, point.y - before.y))
  }
  const turns = path.flatMap((_, index) => (turnsAt(path, index) ? [along[index] ?? 0] : []))
  const whole = along.at(-1) ?? 0
  const way: Point[] = []
  for (let gone = 0; gone < whole;) {
    const { x, y } = pointAt(path, along, gone)
    way.push({ x: x + off.x, y: y + off.y })
    const limits = turns.map((turn) => Math.sqrt(turningSpeed ** 2 + 2 * slowing * Math.abs(turn - gone)))
    gone += Math.min(ridingSpeed, ...limits)
  }
  return way
}

function turnsAt(path: readonly Point[], index: number): boolean {
  const [before, here, after] = [path[index - 1], path[index], path[index + 1]]
  if (before === undefined || here === undefined || after === undefined) return false
  const turn = Math.atan2(after.x - here.x, after.y - here.y) - Math.atan2(here.x - before.x, here.y - before.y)
  return Math.cos(turn) < Math.cos((turnDegrees * Math.PI) / 180)
}

function pointAt(path: readonly Point[], along: readonly number[], metres: number): Point {
  const index = Math.max(
    1,
    along.findIndex((each) => each >= metres),
  )
  const [from, to] = [path[index - 1], path[index]]
  const [start, end] = [along[index - 1] ?? 0, along[index] ?? 1]
  const share = (metres - start) / Math.max(0.001, end - start)
  return { x: between(from?.x, to?.x, share), y: between(from?.y, to?.y, share) }
}

const between = (from = 0, to = 0, share = 0) => from + share * (to - from)

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
