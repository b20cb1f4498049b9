/*
 * Which modules share a file, decided by who needs them and never by their names: moving or renaming one changes nothing.
 *
 * A visit is what is loaded at once: a screen with all that comes beside it, or a part that waits for a tap. Modules that
 * the same visits need belong together. Such groups are merged where the requests that this saves are worth more than the
 * code that is then loaded without need.
 */

export interface ModuleNode {
  /** In the order of the code. */
  imports: readonly string[]
  /** In bytes, before it is minified. */
  size: number
  isStyle: boolean
}

export interface Visit {
  /** All that these import, and what that imports, is loaded. */
  modules: readonly string[]
  /** What these import is there already. */
  after: readonly string[]
  /** How often it happens, compared with others. */
  weight: number
}

type Graph = ReadonlyMap<string, ModuleNode>

/** Visits, a bit for each. */
type Visits = bigint

/** Modules that are loaded together. */
interface Part {
  modules: readonly string[]
  size: number
  hasStyles: boolean
  visits: Visits
  /** Stays with what is asked for by its name. */
  isOwn: boolean
  needs: Set<Part>
}

/**
 * The modules of each file that is shared. What one visit alone needs is in none of them: it stays with what is asked for
 * then.
 * @param requestBytes what a request costs a phone, in bytes of code.
 */
export function chunkPlan(graph: Graph, visits: readonly Visit[], requestBytes: number): (readonly string[])[] {
  const worth = worthOf(visits)
  const parts = partsOf(graph, visits)

  /** What it costs these visits, in bytes, that they load a part with all that it needs. */
  const costOf = (part: Part, those: Visits): number =>
    [part, ...neededBy(part)].reduce((sum, { size, visits: known }) => sum + size * worth(those & ~known), 0)
  const gainOf = (one: Part, other: Part): number => {
    const requests = one.hasStyles && other.hasStyles ? 2 : 1
    const saved = requestBytes * requests * worth(one.visits & other.visits)
    if (saved <= one.size * worth(other.visits & ~one.visits) + other.size * worth(one.visits & ~other.visits)) return 0
    return saved - costOf(one, other.visits) - costOf(other, one.visits)
  }
  const shared = () => [...parts].filter(({ isOwn }) => !isOwn).toSorted((one, other) => one.size - other.size)

  let waiting = shared()
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const one = part
    const [best] = shared()
      .filter((other) => other !== one)
      .map((other) => ({ other, gain: gainOf(one, other) }))
      .filter(({ other, gain }) => gain > 0 && !isBetween(one, other))
      .toSorted((first, second) => second.gain - first.gain)
    if (best === undefined) continue
    merge(parts, best.other, one)
    waiting = shared()
  }
  return shared().map(({ modules }) => modules)
}

function worthOf(visits: readonly Visit[]): (those: Visits) => number {
  const known = new Map<Visits, number>()
  return (those) => {
    const before = known.get(those)
    if (before !== undefined) return before
    const sum = visits.reduce((total, { weight }, number) => total + (those & bitOf(number) ? weight : 0), 0)
    known.set(those, sum)
    return sum
  }
}

function bitOf(number: number): Visits {
  return 1n << BigInt(number)
}

/** One for the modules that the same visits need. */
function partsOf(graph: Graph, visits: readonly Visit[]): Set<Part> {
  const needed = new Map<string, Visits>()
  for (const [number, { modules, after }] of visits.entries()) {
    const known = reachable(graph, after)
    for (const module of reachable(graph, modules)) {
      if (known.has(module)) continue
      needed.set(module, (needed.get(module) ?? 0n) | bitOf(number))
    }
  }
  const asked = new Set(visits.flatMap(({ modules }) => modules))
  const parts = new Map<string, Part & { modules: string[] }>()
  const home = new Map<string, Part>()
  for (const [module, by] of needed) {
    const isOwn = asked.has(module) || (by & (by - 1n)) === 0n
    const key = isOwn ? module : String(by)
    const part = parts.get(key) ?? { modules: [], size: 0, hasStyles: false, visits: by, isOwn, needs: new Set() }
    const { size = 0, isStyle = false } = graph.get(module) ?? {}
    part.modules.push(module)
    part.size += size
    part.hasStyles ||= isStyle
    parts.set(key, part)
    home.set(module, part)
  }
  for (const [module, part] of home) {
    for (const imported of graph.get(module)?.imports ?? []) {
      const other = home.get(imported)
      if (other !== undefined && other !== part) part.needs.add(other)
    }
  }
  return new Set(parts.values())
}

function reachable(graph: Graph, from: readonly string[]): Set<string> {
  return closure(from, (module) => graph.get(module)?.imports ?? [])
}

/** All that a part needs, and what that needs. */
function neededBy(part: Part): Set<Part> {
  return closure(part.needs, ({ needs }) => needs)
}

function closure<Node>(from: Iterable<Node>, next: (node: Node) => Iterable<Node>): Set<Node> {
  const found = new Set(from)
  for (const node of found) for (const each of next(node)) found.add(each)
  return found
}

/** Whether one of the two needs the other by way of a third: their file would begin before what it needs. */
function isBetween(one: Part, other: Part): boolean {
  const leads = (from: Part, to: Part) =>
    closure(
      [...from.needs].filter((need) => need !== to),
      ({ needs }) => needs,
    ).has(to)
  return leads(one, other) || leads(other, one)
}

/** `into` takes in the other part; who needs one of them loads both, with all that they need. */
function merge(parts: Set<Part>, into: Part, other: Part): void {
  parts.delete(other)
  into.modules = [...into.modules, ...other.modules]
  into.size += other.size
  into.hasStyles ||= other.hasStyles
  into.visits |= other.visits
  for (const need of other.needs) into.needs.add(need)
  for (const part of parts) if (part.needs.delete(other)) part.needs.add(into)
  into.needs.delete(into)
  for (const need of neededBy(into)) need.visits |= into.visits
}
