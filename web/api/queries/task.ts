import { asCallProblem, type CallProblem } from '#web/api/calls/call-problem.ts'

/** What to do, and what to do after it, even if the component is no longer shown. */
export interface Task<Wanted, Result> {
  run(wanted: Wanted): Promise<Result>
  onStart?(wanted: Wanted): void
  /** The task is under way until this is done, too. */
  onSuccess?(result: Result, wanted: Wanted): Promise<void> | void
  onError?(problem: CallProblem, wanted: Wanted): void
}

/** What to do after it if the component is still shown. */
export interface Callbacks<Result> {
  onSuccess?: (result: Result) => void
  onError?: (problem: CallProblem) => void
}

const nothing = { isPending: false, isSuccess: false, isError: false, data: undefined, error: null } as const

/** How far a task is. `variables` is what was wanted when it began. */
type Progress<Wanted, Result> =
  | (typeof nothing & { variables: undefined })
  | (Omit<typeof nothing, 'isPending'> & { isPending: true; variables: Wanted })
  | (Omit<typeof nothing, 'isSuccess' | 'data'> & { isSuccess: true; data: Result; variables: Wanted })
  | (Omit<typeof nothing, 'isError' | 'error'> & { isError: true; error: CallProblem; variables: Wanted })

const idle = { ...nothing, variables: undefined }

/** What a component shows of its task: one at a time. Once nobody looks any more, it is forgotten: what was wanted may be a password. */
export function watchTask<Wanted, Result>() {
  let progress: Progress<Wanted, Result> = idle
  let running: Promise<Result> | null = null
  const listeners = new Set<() => void>()

  const show = (next: Progress<Wanted, Result>) => {
    progress = next
    for (const listener of listeners) listener()
  }
  /** Whether somebody still looks. What was forgotten, or begun again since, is shown to nobody. */
  const end = (work: Promise<Result>, next: Progress<Wanted, Result>): boolean => {
    if (running !== work) return false
    running = null
    const isShown = listeners.size > 0
    show(isShown ? next : idle)
    return isShown
  }
  return {
    current: () => progress,
    running: () => running,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && running === null) progress = idle
      }
    },
    start(task: Task<Wanted, Result>, variables: Wanted, { onSuccess, onError }: Callbacks<Result> = {}) {
      const work = perform(task, variables)
      running = work
      show({ ...nothing, isPending: true, variables })
      work.then(
        (data) => end(work, { ...nothing, isSuccess: true, data, variables }) && onSuccess?.(data),
        (error: CallProblem) => end(work, { ...nothing, isError: true, error, variables }) && onError?.(error),
      )
      return work
    },
    reset(): void {
      running = null
      show(idle)
    },
  }
}

/** @throws {CallProblem} */
async function perform<Wanted, Result>(task: Task<Wanted, Result>, wanted: Wanted): Promise<Result> {
  try {
    task.onStart?.(wanted)
    const result = await task.run(wanted)
    await task.onSuccess?.(result, wanted)
    return result
  } catch (thrown) {
    const problem = asCallProblem(thrown)
    task.onError?.(problem, wanted)
    throw problem
  }
}
