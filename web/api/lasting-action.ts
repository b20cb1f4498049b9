import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { actionOf, askAnew, useTask } from '#web/api/action.ts'
import { callWith } from '#web/api/call.ts'
import { type AnsweredOrWaits, callOrWait } from '#web/api/outbox.ts'
import type { Input } from '#web/api/request.ts'
import type { WaitingChange } from '#web/api/waiting.ts'

/**
 * `useAction` for a change that is worth sending later: without a connection it is kept, and its result says that it waits.
 * @param asWaiting what is kept then.
 */
export function useLastingAction<const E extends Endpoint>(
  endpoint: E,
  changes: readonly Endpoint[],
  asWaiting: (input: Input<E>) => WaitingChange,
) {
  return useTask<Input<E>, AnsweredOrWaits<Reply<E>>>({
    run: (input) => callOrWait(() => callWith(endpoint, input), asWaiting(input)),
    onSuccess: async ({ waits }) => {
      if (!waits) await askAnew(changes)
    },
    onError: (problem, input) => actionOf(endpoint, changes).onError?.(problem, input),
  })
}
