import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { askAnewAfter, useTask } from './action.ts'
import { callWith } from '#web/api/calls/call.ts'
import { type AnsweredOrWaits, callOrWait } from '#web/api/offline/outbox.ts'
import { askAnew } from './renewal.ts'
import type { Input } from '#web/api/calls/request.ts'
import type { WaitingChange } from '#web/api/offline/waiting.ts'

/**
 * `useAction` for a change that is worth sending later: without a connection it is kept, and its result says that it waits.
 * @param asWaiting what is kept then.
 */
export function useLastingAction<const E extends Endpoint>(
  endpoint: E,
  changes: readonly Endpoint[],
  asWaiting: (input: Input<E>) => WaitingChange,
) {
  return useLastingTask<Input<E>, Reply<E>>(changes, (input) =>
    callOrWait(() => callWith(endpoint, input), asWaiting(input)),
  )
}

/** The same where what is called and what is kept is made of something else. */
export function useLastingTask<Wanted, R>(
  changes: readonly Endpoint[],
  run: (wanted: Wanted) => Promise<AnsweredOrWaits<R>>,
) {
  return useTask<Wanted, AnsweredOrWaits<R>>({
    run,
    onSuccess: ({ waits }) => (waits ? undefined : askAnew(changes)),
    onError: (problem) => askAnewAfter(problem, changes),
  })
}
