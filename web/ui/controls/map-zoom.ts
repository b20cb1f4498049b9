import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Brings a map nearer (above 0) or further away, in steps. */
export type ZoomBy = (steps: number) => void

/** Takes a map that can be zoomed, until it calls what it gets back. */
export type OfferZoom = (zoomBy: ZoomBy) => () => void

/** Where the maps of a page whose zoom buttons stand in the head of its sheet offer to be zoomed. */
export const OfferedZoom = createContext<OfferZoom | null>(null)

/** What these buttons do. `null`: there is no map that could be zoomed. `undefined`: the page has no such buttons. */
export const ShownZoom = createContext<ZoomBy | null | undefined>(undefined)

/**
 * Lets the buttons in the sheet's head zoom this map, while it can. Of two, the one that came last: a map that is
 * there, not the picture that it has taken the place of.
 * @returns whether there are such buttons: then the map's own are needed for a mouse alone.
 */
export function useMapZoom(can: boolean, zoomBy: ZoomBy): boolean {
  const offer = useContext(OfferedZoom)
  const zoomNow = useEffectEvent(zoomBy)
  useEffect(() => {
    if (offer === null || !can) return undefined
    return offer((steps) => zoomNow(steps))
  }, [offer, can])
  return offer !== null
}
