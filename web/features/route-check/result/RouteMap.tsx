import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { RouteItem } from '#contract/route-check/route-check.ts'
import { boxAround } from '#domain/geo/geo.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { ItemPins } from './ItemPins.tsx'
import styles from './RouteMap.module.css'
import { routeCheckTexts } from '../texts.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { type CameraTarget, MapCamera } from '#web/map/canvas/MapCamera.tsx'
import { MapCanvas, MapFrame } from '#web/map/canvas/MapCanvas.tsx'
import { TrackLine } from '#web/map/layers/TrackLine.tsx'

interface RouteMapProps {
  pieces: readonly (readonly Place[])[]
  items: readonly RouteItem[]
  selected: number | null
  onSelect(index: number): void
}

/** The route, and what lies on it, with the numbers of the list. */
export function RouteMap({ pieces, items, selected, onSelect }: RouteMapProps) {
  const config = useConfig()
  const wholeRoute = useMemo((): CameraTarget | null => {
    const box = boxAround(pieces.flat())
    return box === null ? null : { kind: 'box', box }
  }, [pieces])
  const chosen = selected === null ? undefined : items[selected]?.poi
  const chosenInView = useMemo(
    (): CameraTarget | null =>
      chosen === undefined ? null : { kind: 'nearby', place: chosen, leastZoom: mapLimits.ownPositionZoom },
    [chosen],
  )
  if (config === null) return <Skeleton lines={0} />
  return (
    <MapFrame className={styles.map}>
      <MapCanvas
        label={routeCheckTexts.result.mapLabel}
        basemap={config.map}
        start={{ centre: pieces[0]?.[0] ?? mapLimits.centre, zoom: mapLimits.allPoisZoom }}
        inScrollingPage
      >
        <TrackLine segments={pieces} />
        <ItemPins items={items} selected={selected} onSelect={onSelect} />
        <MapCamera target={wholeRoute} />
        <MapCamera target={chosenInView} />
      </MapCanvas>
    </MapFrame>
  )
}
