import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Place } from '#contract/base/place.ts'
import { useMap } from '#web/map/canvas/map-context.ts'
import styles from './MapPins.module.css'

export interface Pin {
  key: string
  place: Place
  /** How far east of the place its middle is, in CSS pixels; absent: on it. */
  asidePx?: number
  content: ReactNode
}

interface MapPinsProps {
  pins: readonly Pin[]
  /** What the map is opened for: its sources and buttons lie under them, not on them. Taps go through to those all the same. */
  areTheAnswer?: boolean
}

/**
 * Elements of the document above the map, each with its middle on a place or beside it. Unlike MapLibre's markers they are in the
 * document in the order given, so that the tab key walks them in that order.
 */
export function MapPins({ pins, areTheAnswer = false }: MapPinsProps) {
  const { map } = useMap()
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())

  useEffect(() => {
    const element = document.createElement('div')
    element.className = styles.overlay ?? ''
    element.toggleAttribute('data-answer', areTheAnswer)
    map.getCanvasContainer().append(element)
    setOverlay(element)
    return () => element.remove()
  }, [map, areTheAnswer])

  useLayoutEffect(() => {
    const placeAll = () => {
      for (const { key, place, asidePx = 0 } of pins) {
        const { x, y } = map.project([place.longitude, place.latitude])
        const element = elements.current.get(key)
        if (element)
          element.style.transform = `translate(-50%, -50%) translate(${(x + asidePx).toFixed(1)}px, ${y.toFixed(1)}px)`
      }
    }
    placeAll()
    const moved = map.on('move', placeAll)
    return () => moved.unsubscribe()
  }, [map, pins, overlay])

  if (overlay === null) return null
  return createPortal(
    pins.map(({ key, content }) => (
      <div key={key} className={styles.pin} ref={(element) => keepElement(elements.current, key, element)}>
        {content}
      </div>
    )),
    overlay,
  )
}

function keepElement(elements: Map<string, HTMLElement>, key: string, element: HTMLElement | null): void {
  if (element) elements.set(key, element)
  else elements.delete(key)
}
