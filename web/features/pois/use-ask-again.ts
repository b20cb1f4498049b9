import { type Query, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { useOverview } from './use-map-data.ts'

/**
 * Requests everything again that is missing. Tiles are also requested again whenever the server has answered: the cause
 * of the failure may be over.
 */
export function useAskAgain({ refetch, dataUpdatedAt }: ReturnType<typeof useOverview>) {
  const queries = useQueryClient()
  const [presses, setPresses] = useState(0)
  const askAgain = () => {
    setPresses(presses + 1)
    void refetch()
    const failed = { type: 'active' as const, predicate: ({ state }: Query) => state.status === 'error' }
    void queries.refetchQueries(failed, { cancelRefetch: false })
  }
  return { attempt: presses + dataUpdatedAt, askAgain }
}
