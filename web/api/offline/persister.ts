import { notifyManager, type QueryKey, type QueryPersister } from '@tanstack/react-query'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import type { Connection } from '#web/api/calls/connection.ts'
import type { Kept } from './offline-store.ts'

/** Everything outside that the persister depends on. */
interface PersisterOptions {
  token(): string | null
  /** @param askedAt by the browser's clock. */
  keep(token: string, key: QueryKey, answer: unknown, askedAt: number): Promise<void>
  recall(token: string, key: QueryKey): Promise<Pick<Kept, 'at' | 'value'> | null>
  /** Milliseconds since 1970, by the browser's clock. */
  now(): number
  connection: { current(): Connection; answered(): void; unanswered(knownAt?: number | null): void }
}

/**
 * Asks the server first, always: what is kept is shown only if there is no answer, with the time of its own answer
 * (`dataUpdatedAt`). TanStack's own persister shows what is kept first, as if it were current.
 */
export function createPersister({ token, keep, recall, now, connection }: PersisterOptions): QueryPersister {
  return async (ask, context, query) => {
    const asker = token()
    const askedAt = now()
    try {
      const answer = await ask(context)
      connection.answered()
      // A session that ended meanwhile leaves nothing behind.
      if (asker !== null && asker === token()) void keep(asker, query.queryKey, answer, askedAt)
      return answer
    } catch (problem) {
      if (!isCallProblem(problem, 'NETWORK_ERROR') || context.signal.aborted) throw problem
      const kept = asker === null ? null : await recall(asker, query.queryKey)
      connection.unanswered(kept?.at)
      if (kept === null) throw problem
      // TanStack takes what is returned for an answer of this moment.
      notifyManager.schedule(() => query.setState({ dataUpdatedAt: kept.at }))
      return kept.value
    }
  }
}
