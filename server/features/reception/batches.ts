/**
 * Collects what arrives at once, like the records of a packet, or while work is under way, and processes it together: many
 * writers cost one transaction, and a single one waits for nobody. If too many are waiting, the next is rejected.
 * @param work returns the result of each item, in order; when it rejects, every item of the batch does.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  { largest, mostWaiting }: { largest: number; mostWaiting: number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let working = false

  const workOff = async () => {
    working = true
    await theSameMoment
    while (waiting.length > 0) await settle(waiting.splice(0, largest), work)
    working = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new Error('too many wait already'))
      waiting.push({ item, resolve, reject })
      if (!working) void workOff()
    })
}

const theSameMoment = Promise.resolve()

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): Promise<void> {
  try {
    const outcomes = await work(batch.map(({ item }) => item))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') resolve(outcome.value)
      else reject(outcome?.reason ?? new Error('the work gave no outcome for an item'))
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
