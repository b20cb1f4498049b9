import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { callWith } from '#web/api/call.ts'
import { asCallProblem, type CallProblem } from '#web/api/call-problem.ts'
import type { Input } from '#web/api/request.ts'

interface Success<R> {
  isPending: false
  isSuccess: true
  data: R
  error: null
}

interface NoSuccess<Problem> {
  isPending: boolean
  isSuccess: false
  data: undefined
  error: Problem
}

interface Callbacks<R> {
  onSuccess?: (reply: R) => void
  onError?: (problem: CallProblem) => void
}

const idle = { isPending: false, isSuccess: false, data: undefined, error: null } as const

/**
 * `useAction` for the screens that load no queries, because the code for queries would exceed their size limit
 * (`checks/web-budget.json`): `mutate(input, { onSuccess, onError })`; pressing it twice calls once.
 */
export function useLightAction<const E extends Endpoint>(endpoint: E) {
  return useLightTask<Input<E>, Reply<E>>((input) => callWith(endpoint, input))
}

/** The same for work that is not just one call. */
export function useLightTask<Wanted, Result>(task: (wanted: Wanted) => Promise<Result>) {
  const [outcome, setOutcome] = useState<Success<Result> | NoSuccess<CallProblem | null>>(idle)
  const running = useRef(false)
  const shown = useIsShown()

  const run = async (wanted: Wanted, { onSuccess, onError }: Callbacks<Result>): Promise<void> => {
    running.current = true
    setOutcome({ ...idle, isPending: true })
    const outcome = await outcomeOf(task(wanted))
    running.current = false
    if (!shown.current) return
    setOutcome(outcome)
    if (outcome.isSuccess) onSuccess?.(outcome.data)
    else onError?.(outcome.error)
  }
  const mutate = (wanted: Wanted, callbacks: Callbacks<Result> = {}): void => {
    if (!running.current) void run(wanted, callbacks)
  }
  return { ...outcome, mutate }
}

async function outcomeOf<Result>(work: Promise<Result>): Promise<Success<Result> | NoSuccess<CallProblem>> {
  try {
    const data = await work
    return { isPending: false, isSuccess: true, data, error: null }
  } catch (thrown) {
    return { ...idle, error: asCallProblem(thrown) }
  }
}

function useIsShown() {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])
  return shown
}
