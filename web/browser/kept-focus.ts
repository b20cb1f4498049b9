import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a region when the focused element disappears, such as a button that has done its work. Otherwise users
 * of a keyboard or screen reader would start at the top of the page again (WCAG 2.4.3).
 */
export function useKeptFocus<Region extends HTMLElement>(): RefObject<Region | null> {
  const region = useRef<Region>(null)
  useEffect(() => {
    const element = region.current
    if (element === null) return undefined
    let focused: EventTarget | null = null
    const isGone = () => focused instanceof Element && !focused.isConnected
    const note = (event: FocusEvent) => void (focused = event.target)
    // Only then it is known whether the element disappeared or the focus left it.
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

/** For a region without a single element that could receive the focus. */
export function focusRegion(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
