import { useMemo } from 'react'
import { hiddenPois } from '#contract/hidden-pois.ts'
import { pois } from '#contract/pois.ts'
import { useCall } from '#web/api/queries.ts'

/** The ids of POIs that the user does not want to see; none until they are known. */
export function useHiddenIds(): readonly string[] {
  const { data } = useCall(hiddenPois.list)
  return useMemo(() => (data === undefined ? none : data.pois.map(({ id }) => id)), [data])
}

const none: readonly string[] = []

/** The queries that hiding or showing a POI changes. */
export const changedByHiding = [hiddenPois.list, pois.list]
