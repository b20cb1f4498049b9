import { type RefObject, useEffect } from 'react'
import { focusRegion } from './kept-focus.ts'

/** Scrolls to this place (its id, after the `#`), also where it is drawn only later. */
export function useArrival(place: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    const { current } = place
    if (current === null || window.location.hash !== `#${id}`) return
    current.scrollIntoView()
    focusRegion(current)
  }, [place, id])
}
