import { useEffect, useEffectEvent, useState } from 'react'
import type { PoiCategory } from '#contract/pois/pois.ts'
import { type MapLink, mapLinkOf, readMapLink } from '#domain/pois/map-link.ts'
import { tileZoom } from '#domain/geo/map.ts'
import { useAddressInPlace } from '#web/browser/history-entry.ts'
import { useHashChange } from '#web/browser/use-hash-change.ts'
import type { MapView } from '#web/map/canvas/use-map-view.ts'

/** What the address said when the screen was opened. */
export function useLinkAtStart(): MapLink {
  const [link] = useState(() => readMapLink(window.location.hash))
  return link
}

/** Follows a link to the map that is opened in the tab that shows it; other hashes („Zum Inhalt springen“) are passed over. */
export function useOpenedLink(follow: (link: MapLink) => void): void {
  useHashChange((hash) => {
    const link = readMapLink(hash)
    if (link.view !== null || link.categories !== null || link.id !== null) follow(link)
  })
}

/** Keeps the address such that it leads here again; the browser's history does not grow with every movement of the map. */
export function useLinkInAddress(
  view: MapView | null,
  categories: readonly PoiCategory[],
  selection: readonly string[],
): void {
  const [id = null] = selection
  const link =
    view === null ? null : mapLinkOf({ view: { centre: view.centre, zoom: tileZoom(view.zoom) }, categories, id })
  const write = useEffectEvent(useAddressInPlace())
  useEffect(() => {
    if (link !== null) write(link)
  }, [link])
}
