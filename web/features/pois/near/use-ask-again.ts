import type { Query } from '@tanstack/react-query'
import { useState } from 'react'
import type { useOverview } from '../use-map-data.ts'
import { queryClient } from '#web/api/queries/queries.ts'

/**
 * Requests everything again that is missing. Tiles are also requested again whenever the server has answered: the cause
 * of the failure may be over.
 */
export function useAskAgain({ refetch, dataUpdatedAt }: ReturnType<typeof useOverview>) {
  const [presses, setPresses] = useState(0)
  const askAgain = () => {
    setPresses(presses + 1)
    void refetch()
    const failed = { type: 'active' as const, predicate: ({ state }: Query) => state.status === 'error' }
    void queryClient.refetchQueries(failed, { cancelRefetch: false })
  }
  return { attempt: presses + dataUpdatedAt, askAgain }
}
