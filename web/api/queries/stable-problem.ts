import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallProblem } from '#web/api/calls/call-problem.ts'

type Asked = Pick<UseQueryResult<unknown, CallProblem>, 'data' | 'error' | 'errorUpdatedAt'>

/**
 * Why there is no answer, or no newer one. A query that never had an answer forgets its error at each new attempt: the message,
 * with its button to try again, would come and go.
 */
export function useStableProblem({ data, error, errorUpdatedAt }: Asked): CallProblem | null {
  const [last, setLast] = useState<{ problem: CallProblem; at: number } | null>(null)
  if (error !== null && last?.problem !== error) setLast({ problem: error, at: errorUpdatedAt })
  if (error !== null || data !== undefined) return error
  // Not a problem of an earlier query that was shown here.
  return last?.at === errorUpdatedAt ? last.problem : null
}
