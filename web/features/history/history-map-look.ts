import { useMemo } from 'react'
import { useConfig } from '#web/api/calls/config.ts'
import { historyTexts } from './texts.ts'

/** How the map of the history looks, so that it can be built before there is anything to show; null until it is known. */
export function useHistoryMapLook() {
  const config = useConfig()
  return useMemo(
    () =>
      config === null
        ? null
        : { label: historyTexts.result.mapLabel, basemap: config.map, inScrollingPage: true as const },
    [config],
  )
}
