import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a region where the focused thing in it goes away, as a button does that has done its work: else whoever
 * works with keyboard or screen reader begins the page anew (WCAG 2.4.3).
 */
export function useKeptFocus<Region extends HTMLElement>(): RefObject<Region | null> {
  const region = useRef<Region>(null)
  useEffect(() => {
    const element = region.current
    if (element === null) return undefined
    let focused: EventTarget | null = null
    const isGone = () => focused instanceof Element && !focused.isConnected
    const note = (event: FocusEvent) => void (focused = event.target)
    // Only then it can be seen whether it went away or was left.
    const leave = () => queueMicrotask(() => isGone() || (focused = null))
    const removals = new MutationObserver(() => {
      if (!isGone()) return
      focused = null
      if (document.activeElement === document.body) focusRegion(element)
    })
    removals.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', note)
    element.addEventListener('focusout', leave)
    return () => {
      removals.disconnect()
      element.removeEventListener('focusin', note)
      element.removeEventListener('focusout', leave)
    }
  }, [])
  return region
}

/** Where no single thing in it is there to be focused. */
export function focusRegion(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
