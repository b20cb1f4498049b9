/**
 * Does the work of a round for each of some, one after the other. One that fails keeps nobody else waiting.
 * @param failed what the log says of those that failed.
 * @throws {AggregateError} the failures, at the end.
 */
export async function oneByOne<T>(all: Iterable<T>, failed: string, work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) {
    try {
      await work(one)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failed)
}
