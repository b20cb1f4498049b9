import { isCallProblem } from '#web/api/calls/call-problem.ts'

/** Shown in place of a list that could not be loaded; null if the user is already being sent to the login. */
export interface ListProblem {
  title: string
  /** Shown below the title, if it says more. */
  detail: unknown
}

export function listProblem(error: unknown, title: string): ListProblem | null {
  if (isCallProblem(error) && error.status === 401) return null
  const saysNoMore = isCallProblem(error) && (error.status === 404 || error.status >= 500)
  return { title, detail: saysNoMore ? undefined : error }
}
