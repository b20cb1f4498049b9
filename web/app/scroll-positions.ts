import type { Location } from 'react-router'
import { keyOfEntry } from '#web/kit/history-entry.ts'

/** Where React Router's ScrollRestoration keeps the positions of a tab. */
const storageKey = 'react-router-scroll-positions'

/** Every first page of a tab has the same key: its path says which one it was. */
export function scrollKey({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string {
  return key === 'default' ? pathname : key
}

/**
 * A page that is loaded in full starts at its top, also when it is reloaded or was opened in this tab before. Only who comes
 * back to it by the browser's buttons finds it as it was left.
 */
export function startAtTop(): void {
  // Until the router says the same, the browser would scroll by itself.
  history.scrollRestoration = 'manual'
  const [load] = performance.getEntriesByType('navigation')
  if (load instanceof PerformanceNavigationTiming && load.type === 'back_forward') return
  try {
    const kept = sessionStorage.getItem(storageKey)
    if (kept !== null)
      sessionStorage.setItem(storageKey, without(scrollKey({ key: keyOfEntry(), pathname: location.pathname }), kept))
  } catch {
    // Storage is forbidden here, or holds something else: nothing is remembered.
  }
}

/**
 * Keeps the browser from scrolling by itself when the page is loaded again. React Router hands scrolling back to the browser
 * when a page is left, and Chromium then scrolls to the kept position after the page said that it does so itself. Must be
 * called after the router listens.
 *
 * @returns ends it.
 */
export function keepFromScrolling(): () => void {
  const keep = () => {
    history.scrollRestoration = 'manual'
  }
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

/** @param kept positions by key, as JSON. */
function without(left: string, kept: string): string {
  return JSON.stringify(JSON.parse(kept), (key, value: unknown) => (key === left ? undefined : value))
}
