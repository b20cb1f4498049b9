import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import type { Place } from '#contract/base/place.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import styles from './RouteDrawing.module.css'
import { routeCheckTexts } from '../texts.ts'
import { formatNumber } from '#web/texts/formats.ts'
import { MapPins } from '#web/map/layers/MapPins.tsx'
import { useMap } from '#web/map/canvas/map-context.ts'

interface DrawnPinsProps {
  points: DrawnPoints
  onMove(index: number, place: Place): void
}

/** The points of a drawn route: dragged with a finger or the mouse, or moved with the arrow keys. */
export function DrawnPins({ points, onMove }: DrawnPinsProps) {
  const pins = useMemo(
    () =>
      points.map((place, index) => ({
        key: `${index}`,
        place,
        content: <DrawnPin place={place} number={formatNumber(index + 1)} onMove={(to) => onMove(index, to)} />,
      })),
    [points, onMove],
  )
  return <MapPins pins={pins} />
}

interface DrawnPinProps {
  place: Place
  number: string
  onMove(place: Place): void
}

const stepPx = 10
const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-stepPx, 0],
  ArrowRight: [stepPx, 0],
  ArrowUp: [0, -stepPx],
  ArrowDown: [0, stepPx],
}

function DrawnPin({ place, number, onMove }: DrawnPinProps) {
  const { map } = useMap()
  const dragging = useRef(false)
  const moveTo = (x: number, y: number) => {
    const { lat, lng } = map.unproject([x, y])
    onMove({ latitude: lat, longitude: lng })
  }

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragging.current = true
    // Pressing the pin comes before the map hears of the mouse or the finger.
    map.dragPan.disable()
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (!dragging.current) return
    const { left, top } = map.getCanvas().getBoundingClientRect()
    moveTo(clientX - left, clientY - top)
  }
  const end = () => {
    dragging.current = false
    map.dragPan.enable()
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    // The map would move, too.
    event.preventDefault()
    event.stopPropagation()
    const { x, y } = map.project([place.longitude, place.latitude])
    moveTo(x + by[0], y + by[1])
  }

  return (
    <button
      type="button"
      className={styles.pin}
      aria-label={routeCheckTexts.drawing.pin(number)}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={step}
    >
      {number}
    </button>
  )
}
