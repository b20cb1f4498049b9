import { useEffect, useEffectEvent, useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import { cameraZoom } from '#domain/map.ts'
import { MapPins } from './MapPins.tsx'
import { useMap } from './map-context.ts'
import styles from './MovingMarker.module.css'

interface MovingMarkerProps {
  place: Place
  /** Whether the map comes along. */
  follow: boolean
  /** The map was moved by hand. */
  onLeave(): void
}

/** So near to an edge the map comes along. */
const edgeShare = 0.25
const calmMs = 400

/** A vehicle on its way. It is told in words elsewhere: nobody can press it. */
export function MovingMarker({ place, follow, onLeave }: MovingMarkerProps) {
  const { map } = useMap()
  const { latitude, longitude } = place
  const pins = useMemo(
    () => [
      { key: 'moving', place: { latitude, longitude }, content: <span className={styles.marker} aria-hidden="true" /> },
    ],
    [latitude, longitude],
  )
  const leave = useEffectEvent(onLeave)
  const goThere = useEffectEvent(() => {
    const zoom = Math.max(map.getZoom(), cameraZoom(limits.tracking.startZoom))
    map.easeTo({ center: [longitude, latitude], zoom, duration: calmMs })
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
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const { x, y } = map.project([longitude, latitude])
    const inside = (at: number, size: number) => at > edgeShare * size && at < (1 - edgeShare) * size
    if (!inside(x, width) || !inside(y, height)) map.easeTo({ center: [longitude, latitude], duration: calmMs })
  }, [map, follow, latitude, longitude])

  return <MapPins pins={pins} />
}
