import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { callWith } from '#web/api/call.ts'
import { asCallProblem, type CallProblem } from '#web/api/call-problem.ts'
import { queryClient } from '#web/api/queries.ts'
import type { Input } from '#web/api/request.ts'

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
    onSuccess: () => askAnew(changes),
    onError: (problem) => askAnewAfter(problem, changes),
  }
}

/** Perhaps it was done and only the answer was lost, or the decision was based on outdated data. */
export function askAnewAfter({ status }: CallProblem, changes: readonly Endpoint[]): void {
  if (status < 400 || status >= 500 || status === 409) void askAnew(changes)
}

/** What to do, and what to do after it, even if the component is no longer shown. */
export interface Task<Wanted, Result> {
  run(wanted: Wanted): Promise<Result>
  onStart?(wanted: Wanted): void
  /** The task is under way until this is done, too. */
  onSuccess?(result: Result, wanted: Wanted): Promise<void> | void
  onError?(problem: CallProblem, wanted: Wanted): void
}

/** What to do after it if the component is still shown. */
interface Callbacks<Result> {
  onSuccess?: (result: Result) => void
  onError?: (problem: CallProblem) => void
}

/** The same for work that is not just one call. */
export function useTask<Wanted, Result>(task: Task<Wanted, Result>) {
  const mutation = useMutation(mutationOf(task), queryClient)
  const running = useRef<Promise<Result> | null>(null)

  const start = (wanted: Wanted, { onSuccess, onError }: Callbacks<Result> = {}): Promise<Result> => {
    const end = () => void (running.current = null)
    const work = mutation.mutateAsync(wanted, {
      onSuccess(result) {
        end()
        onSuccess?.(result)
      },
      onError(problem) {
        end()
        onError?.(problem)
      },
    })
    running.current = work
    // The callbacks above are no longer called once the component is gone.
    const endThis = () => running.current === work && end()
    work.then(endThis, endThis)
    return work
  }
  const { reset: forget } = mutation
  const reset = useCallback(() => {
    running.current = null
    forget()
  }, [forget])
  return {
    ...mutation,
    mutate(wanted: Wanted, callbacks?: Callbacks<Result>): void {
      if (running.current === null) start(wanted, callbacks).catch(() => undefined)
    },
    mutateAsync: (wanted: Wanted): Promise<Result> => running.current ?? start(wanted),
    reset,
  }
}

/** The input may be a password: it is not kept for long. */
const forgottenAfterMs = 1_000

/** A task as a mutation of TanStack. It also runs without a connection, so that it fails at once. */
export function mutationOf<Wanted, Result>(task: Task<Wanted, Result>): MutationOptions<Result, CallProblem, Wanted> {
  return {
    networkMode: 'always',
    gcTime: forgottenAfterMs,
    async mutationFn(wanted) {
      try {
        return await task.run(wanted)
      } catch (thrown) {
        throw asCallProblem(thrown)
      }
    },
    onMutate: (wanted) => task.onStart?.(wanted),
    onSuccess: (result, wanted) => task.onSuccess?.(result, wanted),
    onError: (problem, wanted) => task.onError?.(problem, wanted),
  }
}

/** Fetches the queries of these endpoints again. */
export async function askAnew(changes: readonly Endpoint[]): Promise<void> {
  await Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
