import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { invalidateAfter, useTask } from './action.ts'
import { callWith } from '#web/api/calls/call.ts'
import { type AnsweredOrWaits, callOrWait } from '#web/api/offline/outbox.ts'
import { invalidate } from './renewal.ts'
import type { Input } from '#web/api/calls/request.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'

/**
 * `useAction` for a change that is worth sending later: without a connection it is kept, and its result says that it waits.
 * @param asWaiting what is kept then.
 */
export function useQueuedAction<const E extends Endpoint>(
  endpoint: E,
  changes: readonly Endpoint[],
  asWaiting: (input: Input<E>) => OutboxChange,
) {
  return useQueuedTask<Input<E>, Reply<E>>(changes, (input) =>
    callOrWait(() => callWith(endpoint, input), asWaiting(input)),
  )
}

/** The same where what is called and what is kept is made of something else. */
export function useQueuedTask<Wanted, R>(
  changes: readonly Endpoint[],
  run: (wanted: Wanted) => Promise<AnsweredOrWaits<R>>,
) {
  return useTask<Wanted, AnsweredOrWaits<R>>({
    run,
    onSuccess: ({ waits }) => (waits ? undefined : invalidate(changes)),
    onError: (problem) => invalidateAfter(problem, changes),
  })
}
