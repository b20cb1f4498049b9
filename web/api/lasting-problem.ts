import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallProblem } from '#web/api/call-problem.ts'

type Asked = Pick<UseQueryResult<unknown, CallProblem>, 'data' | 'error' | 'errorUpdatedAt'>

/**
 * Why there is no answer, or no newer one. A query that never had one forgets it at each new attempt: what says so would come
 * and go, with the button to try again.
 */
export function useLastingProblem({ data, error, errorUpdatedAt }: Asked): CallProblem | null {
  const [last, setLast] = useState<{ problem: CallProblem; at: number } | null>(null)
  if (error !== null && last?.problem !== error) setLast({ problem: error, at: errorUpdatedAt })
  if (error !== null || data !== undefined) return error
  // Not one of another question that was asked here before.
  return last?.at === errorUpdatedAt ? last.problem : null
}
