import { createLanes, type Lane, type LaneLimits } from './lanes.ts'

/** An item was not worked on: somebody else holds the tracker that has all these names. */
export interface HeldUp {
  status: 'held up'
  names: readonly string[]
}

interface Lanes<Item, Result> extends LaneLimits {
  /** @param waits whether it waits for whoever holds its items' trackers; else it gives those as held up. */
  work(items: readonly Item[], waits: boolean): Promise<readonly (PromiseSettledResult<Result> | HeldUp)[]>
  namesOf(item: Item): readonly string[]
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

/** As in `inBatches`, and what is held up is processed beside the rest, which does not wait for it (`lanes.ts`). */
export function inLanes<Item, Result>({
  work,
  namesOf,
  ...limits
}: Lanes<Item, Result>): (item: Item) => Promise<Result> {
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
