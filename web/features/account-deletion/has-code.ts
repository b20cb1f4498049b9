import type { ProblemCode } from '#contract/base/problem.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'

/** Whether a call failed with one of these. It narrows nothing: its caller needs the problem's message otherwise. */
export function hasCode(problem: CallProblem | null, ...codes: readonly ProblemCode[]): boolean {
  return codes.some((code) => code === problem?.code)
}
