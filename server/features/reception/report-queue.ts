/*
 * The order in which reports are worked on: many at once (`inBatches`), those of a tracker that somebody else holds in a lane
 * of its own (`createLanes`), and where one of them makes the work fail, the others without it (`bisectFailures`).
 */

/** An item was not worked on: somebody else holds the tracker that has all these names. */
export interface HeldUp {
  status: 'held up'
  names: readonly string[]
}

/** All names of each tracker that was passed over in a batch, by each of them. */
export type Passed = Map<string, readonly string[]>

interface Lanes<Item, Result> extends LaneLimits {
  /** @param waits whether it waits until its items' trackers are free; else it gives those as held up. */
  work(items: readonly Item[], waits: boolean): Promise<readonly (PromiseSettledResult<Result> | HeldUp)[]>
  namesOf(item: Item): readonly string[]
}

interface ReportQueue<Item, Result> extends LaneLimits, Blame<Item, Result> {
  /** Items that are next together may be of several parts, which are worked on apart: gives the name of each item's part. */
  partsOf(items: readonly Item[]): Promise<(item: Item) => string>
  /**
   * Works on items of one part together, all of them or none.
   * @param passed the trackers that were passed over before in the same batch, and are again: no item gets ahead of an
   *   earlier one of its tracker. Those that somebody else holds now are added. Null if they are waited for.
   * @returns the result of each item, in order.
   */
  take(items: readonly Item[], passed: Passed | null, part: string): Promise<readonly (Result | HeldUp)[]>
  namesOf(item: Item): readonly string[]
}

/** The queue of reports: gives a function that lets one wait for its turn and gives its result. */
export function createReportQueue<Item, Result>({ take, partsOf, ...queue }: ReportQueue<Item, Result>) {
  return inLanes<Item, Result>({
    ...queue,
    async work(items, waits) {
      const passed: Passed | null = waits ? null : new Map()
      const partOf = await partsOf(items)
      const outcomes = await apart<Item, PromiseSettledResult<Result | HeldUp>>(items, partOf, (part, name) =>
        bisectFailures<Item, Result | HeldUp>(part, (half) => take(half, passed, name), queue),
      )
      return outcomes.map((outcome) => {
        if (outcome.status === 'rejected') return outcome
        return isHeldUp(outcome.value) ? outcome.value : done(outcome.value)
      })
    },
  })
}

/** Works on each part at the same time. Gives the result of each item, in order. */
async function apart<Item, Result>(
  items: readonly Item[],
  partOf: (item: Item) => string,
  work: (items: readonly Item[], part: string) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const parts = Map.groupBy(items.entries(), ([, item]) => partOf(item))
  const done = await Promise.all(
    [...parts].map(async ([part, ofPart]) => {
      const results = await work(
        ofPart.map(([, item]) => item),
        part,
      )
      return ofPart.map(([index], place) => [index, results[place]] as const)
    }),
  )
  return done
    .flat()
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, result]) => result ?? [])
}

function isHeldUp(result: unknown): result is HeldUp {
  return typeof result === 'object' && result !== null && 'status' in result && result.status === 'held up'
}

/**
 * Collects what arrives at once, like the records of a packet, or while work is under way, and processes it together: many
 * writers cost one transaction, and a single one waits for nobody. If too many are waiting, the next is rejected.
 * @param work returns the result of each item, in order; when it rejects, every item of the batch does.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  limits: Pick<LaneLimits, 'largest' | 'mostWaiting'>,
): (item: Item) => Promise<Result> {
  return inLanes({ ...limits, work, namesOf: () => [], lanesAtOnce: 0 })
}

/** As in `inBatches`, and what is held up is processed beside the rest, which does not wait for it. */
function inLanes<Item, Result>({ work, namesOf, ...limits }: Lanes<Item, Result>): (item: Item) => Promise<Result> {
  const lanes = createLanes<Waiting<Item, Result>>(({ item }) => namesOf(item), limits)
  let working = false

  const workOff = async () => {
    working = true
    await theSameMoment
    for (let batch = lanes.next(); batch.length > 0; batch = lanes.next()) {
      lanes.part(await settle(batch, (items) => work(items, false)))
      beginLanes()
    }
    working = false
  }
  const beginLanes = () => {
    for (const lane of lanes.begin()) void workOffLane(lane)
  }
  const workOffLane = async (lane: Lane<Waiting<Item, Result>>) => {
    for (let batch = lanes.nextOf(lane); batch.length > 0; batch = lanes.nextOf(lane)) {
      const heldUp = await settle(batch, (items) => work(items, true))
      for (const { item } of heldUp) item.reject(new Error('the work did not wait'))
    }
    beginLanes()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (!lanes.add({ item, resolve, reject })) return reject(new Error('too many wait already'))
      if (!working) void workOff()
    })
}

const theSameMoment = Promise.resolve()

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Gives what is held up. */
async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly (PromiseSettledResult<Result> | HeldUp)[]>,
) {
  const heldUp: { item: Waiting<Item, Result>; names: readonly string[] }[] = []
  try {
    const outcomes = await work(batch.map(({ item }) => item))
    for (const [index, item] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'held up') heldUp.push({ item, names: outcome.names })
      else if (outcome?.status === 'fulfilled') item.resolve(outcome.value)
      else item.reject(outcome?.reason ?? new Error('the work gave no outcome for an item'))
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
  return heldUp
}

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

/** What to do with work that fails because of one of its items. */
export interface Blame<Item, Result> {
  /** Whether it failed because of an item, and not because something it needs is unavailable. */
  isForContent(error: unknown): boolean
  /** The result for the one item that cannot be processed; null if it should fail. */
  giveUp(item: Item, error: unknown): Result | null
}

/**
 * Does work that succeeds for all its items or for none. If it fails because of an item, its halves are done separately,
 * and theirs, until that item is alone: it does not make the others fail.
 * @param work returns a result for each item, in order.
 * @returns the result of each item, in order. After a failure that is no item's, the rest is not tried.
 */
export async function bisectFailures<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { isForContent, giveUp }: Blame<Item, Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = []
  const left = [items]
  let triedAlone: readonly Item[] | null = null
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    try {
      const results = await work(part)
      outcomes.push(...part.map((_, index) => done(results[index])))
    } catch (error) {
      const [item] = part
      if (item === undefined || !isForContent(error)) {
        return [...outcomes, ...[part, ...left].flat().map(() => failed(error))]
      }
      if (part.length > 1) left.unshift(...halvesOf(part))
      else if (part === triedAlone) outcomes.push(given(giveUp(item, error), error))
      else {
        // Once more: it may have been the moment when somebody removed what the item belongs to.
        triedAlone = part
        left.unshift(part)
      }
    }
  }
  return outcomes
}

function halvesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

function done<Result>(value: Result | undefined): PromiseSettledResult<Result> {
  return value === undefined ? failed(new Error('the work gave no result for an item')) : { status: 'fulfilled', value }
}

function given<Result>(value: Result | null, error: unknown): PromiseSettledResult<Result> {
  return value === null ? failed(error) : { status: 'fulfilled', value }
}

function failed(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason }
}
