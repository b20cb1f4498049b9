/** Where the reports of trackers wait that somebody else holds: each tracker's for it alone. */
export interface Lane<Item> {
  /** Everything its tracker is called, so that none of its reports gets ahead of another. */
  names: ReadonlySet<string>
  waiting: Item[]
}

export interface LaneLimits {
  /** Items that are worked on together. */
  largest: number
  /** Items that may wait in the common line, and in all lanes. */
  mostWaiting: number
  /** Lanes that are worked on at once. */
  lanesAtOnce: number
}

/**
 * The order in which items are worked on. All stand in one line while nothing blocks. Those that turn out to be held up
 * get a lane, and so do all later ones with their names, until it is empty: the common line goes on without them, and each
 * tracker's items keep their order.
 * @param namesOf the names in an item by which its lane is found.
 */
export function createLanes<Item>(
  namesOf: (item: Item) => readonly string[],
  { largest, mostWaiting, lanesAtOnce }: LaneLimits,
) {
  let line: Item[] = []
  const byName = new Map<string, Lane<Item>>()
  const open = new Set<Lane<Item>>()
  /** Those of the open ones whose turn has not come. */
  let unbegun: Lane<Item>[] = []
  const laneOf = (names: readonly string[]) => {
    if (open.size === 0) return undefined
    const name = names.find((each) => byName.has(each))
    return name === undefined ? undefined : byName.get(name)
  }
  const openFor = (names: readonly string[]): Lane<Item> => {
    const lane = { names: new Set(names), waiting: [] }
    for (const name of names) byName.set(name, lane)
    open.add(lane)
    unbegun.push(lane)
    return lane
  }

  return {
    /** Lets an item wait at the end of its lane or of the line. Gives false if there is no room. */
    add(item: Item): boolean {
      const lane = laneOf(namesOf(item))
      if (lane === undefined) return line.length < mostWaiting && line.push(item) > 0
      const inLanes = [...open].reduce((sum, { waiting }) => sum + waiting.length, 0)
      return lane.waiting.length < largest && inLanes < mostWaiting && lane.waiting.push(item) > 0
    },

    /** Takes the next items off the line; none if it is empty. */
    next: (): Item[] => line.splice(0, largest),

    /** Takes the next items off a lane. The lane of a tracker for which none waits any more is closed. */
    nextOf(lane: Lane<Item>): Item[] {
      if (lane.waiting.length === 0) {
        for (const name of lane.names) byName.delete(name)
        open.delete(lane)
      }
      return lane.waiting.splice(0, largest)
    },

    /** Lets items that were taken off the line, in their order, wait in lanes, and what follows them in the line behind them. */
    part(held: readonly { item: Item; names: readonly string[] }[]): void {
      if (held.length === 0) return
      for (const { item, names } of held) (laneOf(names) ?? openFor(names)).waiting.push(item)
      const staying: Item[] = []
      for (const item of line) (laneOf(namesOf(item))?.waiting ?? staying).push(item)
      line = staying
    },

    /** The lanes whose turn has come; each is given once. */
    begin(): Lane<Item>[] {
      const underWay = open.size - unbegun.length
      return unbegun.splice(0, Math.max(0, lanesAtOnce - underWay))
    },
  }
}
