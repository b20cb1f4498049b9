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
export async function withoutCulprits<Item, Result>(
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
