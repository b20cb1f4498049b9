import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Place } from '#contract/base/place.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { cameraZoom } from '#domain/geo/map.ts'
import { MapPins } from './MapPins.tsx'
import { coveredOf } from '#web/map/canvas/MapCamera.tsx'
import { useMap } from '#web/map/canvas/map-context.ts'
import styles from './MovingMarker.module.css'

interface MovingMarkerProps {
  place: Place
  /** Whether the map follows the vehicle. */
  follow: boolean
  /** The map was moved by hand. */
  onLeave: (() => void) | undefined
}

/** This near to an edge, the map follows. */
const edgeShare = 0.25
const calmMs = 400

/** The middle of what nothing lies over. */
function offsetOf(map: MapLibreMap): [number, number] {
  const { above, below } = coveredOf(map)
  return [0, (above - below) / 2]
}

/** A moving vehicle. Other elements describe it in words: it cannot be pressed. */
export function MovingMarker({ place, follow, onLeave }: MovingMarkerProps) {
  const { map } = useMap()
  const { latitude, longitude } = place
  const pins = useMemo(
    () => [
      { key: 'moving', place: { latitude, longitude }, content: <span className={styles.marker} aria-hidden="true" /> },
    ],
    [latitude, longitude],
  )
  const leave = useEffectEvent(() => onLeave?.())
  const goThere = useEffectEvent(() => {
    const zoom = Math.max(map.getZoom(), cameraZoom(trackingLimits.startZoom))
    map.easeTo({ center: [longitude, latitude], zoom, offset: offsetOf(map), duration: calmMs })
  })

  useEffect(() => {
    const dragged = map.on('dragstart', () => leave())
    return () => dragged.unsubscribe()
  }, [map])

  useEffect(() => {
    if (follow) goThere()
  }, [follow])

  useEffect(() => {
    if (!follow || map.isMoving()) return
    const { above, below } = coveredOf(map)
    const { clientWidth: width, clientHeight } = map.getContainer()
    const height = clientHeight - above - below
    const { x, y } = map.project([longitude, latitude])
    const inside = (at: number, size: number) => at > edgeShare * size && at < (1 - edgeShare) * size
    if (inside(x, width) && inside(y - above, height)) return
    map.easeTo({ center: [longitude, latitude], offset: offsetOf(map), duration: calmMs })
  }, [map, follow, latitude, longitude])

  return <MapPins pins={pins} />
}
