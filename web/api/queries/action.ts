import { useState, useSyncExternalStore } from 'react'
import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { callWith } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { invalidate } from './renewal.ts'
import type { Input } from '#web/api/calls/request.ts'
import { type Callbacks, type Task, watchTask } from './task.ts'

/**
 * A call that changes something: `mutate(input, { onSuccess, onError })`, or `await mutateAsync(input)`, which throws a
 * CallProblem. `isPending` makes the button busy; pressing it twice calls once. Afterwards the queries of `changes` are
 * fetched again, unless the call was refused.
 */
export function useAction<const E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) {
  return useTask(actionOf(endpoint, changes))
}

/** A call as a task. */
export function actionOf<const E extends Endpoint>(
  endpoint: E,
  changes: readonly Endpoint[],
): Task<Input<E>, Reply<E>> {
  return {
    run: (input) => callWith(endpoint, input),
    onSuccess: () => invalidate(changes),
    onError: (problem) => invalidateAfter(problem, changes),
  }
}

/** Perhaps it was done and only the answer was lost, or the decision was based on outdated data. */
export function invalidateAfter({ status }: CallProblem, changes: readonly Endpoint[]): void {
  if (status < 400 || status >= 500 || status === 409) void invalidate(changes)
}

/** The same for work that is not just one call. */
export function useTask<Wanted, Result>(task: Task<Wanted, Result>) {
  const [watched] = useState(() => watchTask<Wanted, Result>())
  const { current, running, subscribe, start, reset } = watched
  const progress = useSyncExternalStore(subscribe, current, current)
  return {
    ...progress,
    mutate(wanted: Wanted, callbacks?: Callbacks<Result>): void {
      if (running() === null) start(task, wanted, callbacks).catch(() => undefined)
    },
    mutateAsync: (wanted: Wanted): Promise<Result> => running() ?? start(task, wanted),
    reset,
  }
}
