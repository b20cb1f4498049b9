import { useMemo } from 'react'
import { type HiddenPoi, hiddenPois } from '#contract/hidden-pois/hidden-pois.ts'
import { pois } from '#contract/pois/pois.ts'
import { useCall } from '#web/api/queries/queries.ts'

/** The POIs that the user does not want to see; none until they are known. */
export function useHiddenPois(): readonly HiddenPoi[] {
  const { data } = useCall(hiddenPois.list)
  return data?.pois ?? none
}

export function useHiddenIds(): readonly string[] {
  const hidden = useHiddenPois()
  return useMemo(() => hidden.map(({ id }) => id), [hidden])
}

const none: readonly HiddenPoi[] = []

/** The queries that hiding or showing a POI changes. */
export const changedByHiding = [hiddenPois.list, pois.list]
