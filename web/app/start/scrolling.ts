import { useContext, useLayoutEffect } from 'react'
import { type DataRouter, type Location, UNSAFE_DataRouterStateContext, useLocation } from 'react-router'

/** How far the pages of a tab were scrolled when they were left. */
const storageKey = 'wegwarte.scrolled'

/**
 * Every first page of a tab has the same key: its path says which one it was. A part of a page is another place than the page;
 * which one is not noted, because it may be a token.
 */
function scrollKey({ key, pathname, hash }: Pick<Location, 'key' | 'pathname' | 'hash'>): string {
  return key === 'default' ? pathname + (hash === '' ? '' : '#') : key
}

/**
 * Notes how far pages are scrolled, so that who comes back by the browser's buttons finds them as they were left. A page that
 * is loaded in full starts at its top, also when it is reloaded or was opened in this tab before.
 */
export function rememberScrolling(router: DataRouter): void {
  // The browser would scroll by itself, and before the page is drawn.
  history.scrollRestoration = 'manual'
  const positions = recallPositions(isComeBackTo() ? null : scrollKey(router.state.location))
  router.enableScrollRestoration(positions, () => window.scrollY, scrollKey)
  window.addEventListener('pagehide', () => {
    const { location, navigation } = router.state
    if (navigation.state === 'idle') positions[scrollKey(location)] = window.scrollY
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions))
    } catch {
      // Storage is forbidden here: a page that is loaded again starts at its top.
    }
  })
}

/** Scrolls once a page is drawn: to where it was left, to what its address names, or to its top. */
export function useScrolling(): void {
  const { restoreScrollPosition: left, preventScrollReset: stays } = useContext(UNSAFE_DataRouterStateContext) ?? {}
  const location = useLocation()
  useLayoutEffect(() => {
    if (left === false) return
    const named = elementOf(location.hash)
    if (typeof left === 'number') window.scrollTo(0, left)
    else if (named !== null) named.scrollIntoView()
    else if (stays !== true) window.scrollTo(0, 0)
  }, [location, left, stays])
}

/** Whether the page was left and found again by the browser's buttons. */
function isComeBackTo(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.type === 'back_forward'
}

/** @param but the position that is not wanted. */
function recallPositions(but: string | null): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const entries: [string, unknown][] = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[0] !== but),
    )
  } catch {
    // Storage is forbidden here, or holds something else: nothing is remembered.
    return {}
  }
}

/** What the part of the address after its `#` names. */
function elementOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
