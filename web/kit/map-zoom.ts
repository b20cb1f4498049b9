import { createContext, type RefObject, useContext, useEffect, useEffectEvent } from 'react'

/** Brings a map nearer (above 0) or further away, in steps. */
export type ZoomBy = (steps: number) => void

/** The map of a page whose zoom buttons stand in the head of its sheet where one taps with fingers. */
export const MapZoomContext = createContext<RefObject<ZoomBy | null> | null>(null)

/**
 * Lets the buttons in the sheet's head zoom this map, while it can. Of two, the one that came last: a map that is
 * there, not the picture that it has taken the place of.
 * @returns whether there are such buttons: then the map's own are needed for a mouse alone.
 */
export function useMapZoom(can: boolean, zoomBy: ZoomBy): boolean {
  const zoomRef = useContext(MapZoomContext)
  const zoomNow = useEffectEvent(zoomBy)
  useEffect(() => {
    if (zoomRef === null || !can) return undefined
    const mine: ZoomBy = (steps) => zoomNow(steps)
    zoomRef.current = mine
    return () => {
      if (zoomRef.current === mine) zoomRef.current = null
    }
  }, [zoomRef, can])
  return zoomRef !== null
}
