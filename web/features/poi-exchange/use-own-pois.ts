import * as z from 'zod/mini'
import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useRemembered } from '#web/browser/remembered.ts'

/** The user's own POIs, if there are any. */
export interface OwnPois {
  count: number
  /** Changes with every file. */
  version: string
  /** Whether the user wants to see them. */
  shown: boolean
  onToggle(): void
}

export function useOwnPois(): OwnPois | null {
  const { data } = useCall(poiExchange.ownFiles)
  const [shown, show] = useRemembered('ownPois', z.boolean(), true)
  const files = data?.files ?? []
  const count = files.reduce((sum, { pois }) => sum + pois, 0)
  const version = files.map(({ name, readAt, pois }) => [name, readAt, pois].join()).join()
  return count === 0 ? null : { count, version, shown, onToggle: () => show(!shown) }
}
