import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { browserProblem, type CallProblem, isCallProblem } from '#web/api/call-problem.ts'
import type { Arguments } from '#web/api/caller.ts'
import type { Input } from '#web/api/request.ts'

type Outcome<R> =
  | { isPending: boolean; isSuccess: false; data: undefined; error: CallProblem | null }
  | { isPending: false; isSuccess: true; data: R; error: null }

interface Callbacks<R> {
  onSuccess?: (reply: R) => void
  onError?: (problem: CallProblem) => void
}

/**
 * A call that changes something: `mutate(input, { onSuccess, onError })`, or `await mutateAsync(input)`, which throws a
 * CallProblem. `isPending` makes the button busy; pressing it twice calls once. Afterwards the queries of `changes` are
 * asked anew, unless it was refused.
 */
export function useAction<const E extends Endpoint>(endpoint: E, changes: readonly Endpoint[] = []) {
  const [outcome, setOutcome] = useState<Outcome<Reply<E>>>(idle)
  const running = useRef<Promise<Reply<E>> | null>(null)
  const shown = useIsShown()

  const run = async (input: Input<E>): Promise<Reply<E>> => {
    setOutcome({ ...idle, isPending: true })
    try {
      // Plumbing: the argument tuple is conditional on the endpoint, which TypeScript cannot rebuild from its parts.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const data = await call(endpoint, ...([input] as unknown as Arguments<E>))
      await announceChange(changes)
      if (shown.current) setOutcome({ isPending: false, isSuccess: true, data, error: null })
      return data
    } catch (thrown) {
      const error = isCallProblem(thrown) ? thrown : browserProblem('UNKNOWN_ERROR')
      // Perhaps it was done and only its answer lost, or what it was decided by is outdated.
      if (error.status < 400 || error.status >= 500 || error.status === 409) void announceChange(changes)
      if (shown.current) setOutcome({ ...idle, error })
      throw error
    } finally {
      running.current = null
    }
  }
  const mutateAsync = (input: Input<E>): Promise<Reply<E>> => (running.current ??= run(input))
  const mutate = (input: Input<E>, { onSuccess, onError }: Callbacks<Reply<E>> = {}): void => {
    if (running.current !== null) return
    mutateAsync(input).then(
      (reply) => shown.current && onSuccess?.(reply),
      (error: CallProblem) => shown.current && onError?.(error),
    )
  }
  const reset = useCallback(() => setOutcome(idle), [])
  return { ...outcome, mutate, mutateAsync, reset }
}

const idle = { isPending: false, isSuccess: false, data: undefined, error: null } as const

type ChangeListener = (endpoint: Endpoint) => Promise<void>
const listeners = new Set<ChangeListener>()

/** Calls back after an action for each endpoint whose answers it has changed. */
export function onChange(listener: ChangeListener): void {
  listeners.add(listener)
}

async function announceChange(changes: readonly Endpoint[]): Promise<void> {
  await Promise.all(changes.flatMap((endpoint) => [...listeners].map((listener) => listener(endpoint))))
}

function useIsShown() {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])
  return shown
}
