import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'

import type { MapTheme } from '#web/map/look/map-theme.ts'

export type MapLibre = typeof import('./maplibre.ts')

/** The sources of POI tiles: unlike the background's, their failures are shown by the component that shows the POIs. */
export const poiSourceId = 'pois'
export const ownPoiSourceId = 'own-pois'
export const poiSourceIds: readonly string[] = [poiSourceId, ownPoiSourceId]

/** What a layer needs: the map, the library to make things with, and its place in the order of clicks. */
export interface LoadedMap {
  map: MapLibreMap
  maplibre: MapLibre
  /** Turns the background into another map theme. */
  paint(mapTheme: MapTheme): void
  clicks: ClickOrder
  /** Resolves once the map was drawn at its start: only then may the camera move. */
  begun: Promise<void>
  /** False once the map is gone: then there is nothing left to remove from it. */
  alive(): boolean
}

export const MapContext = createContext<LoadedMap | null>(null)

/** The map around a layer's component. */
export function useMap(): LoadedMap {
  const loaded = useContext(MapContext)
  if (loaded === null) throw new Error('A map layer stands outside of <MapCanvas>.')
  return loaded
}

/** Returns whether the click has met something of the layer. */
export type ClickTarget = (event: MapMouseEvent) => boolean

/** Markers lie above areas: a click belongs to the first that takes it. */
const clickLevels = ['marker', 'area'] as const
export type ClickLevel = (typeof clickLevels)[number]

export type ClickOrder = ReturnType<typeof createClickOrder>

export function createClickOrder() {
  const targets: Record<ClickLevel, Set<ClickTarget>> = { marker: new Set(), area: new Set() }
  return {
    /** Returns how to leave the order again. */
    join(level: ClickLevel, target: ClickTarget): () => void {
      targets[level].add(target)
      return () => void targets[level].delete(target)
    },
    /** Whether anybody has taken the click. */
    offer(event: MapMouseEvent): boolean {
      return clickLevels.some((level) => [...targets[level]].some((target) => target(event)))
    },
  }
}

/** Takes part in the order of clicks while mounted. */
export function useMapClick(level: ClickLevel, target: ClickTarget): void {
  const { clicks } = useMap()
  const latest = useEffectEvent(target)
  useEffect(() => clicks.join(level, (event) => latest(event)), [clicks, level])
}
