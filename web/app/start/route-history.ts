import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { appLimits } from '#contract/limits/app-limits.ts'

/**
 * The routes visited so far, by the keys of their entries in the browser's history, the present one last, after one more
 * navigation.
 * @param kind how the browser got there: `POP` is back or forward.
 * @param isSameRoute another entry of the route before, such as another place in its page.
 */
export function visitedAfter(
  visited: readonly string[],
  kind: 'PUSH' | 'REPLACE' | 'POP',
  key: string,
  isSameRoute = false,
): readonly string[] {
  if (visited.at(-1) === key) return visited
  if (kind === 'REPLACE' || isSameRoute) return [...visited.slice(0, -1), key]
  if (kind === 'POP' && visited.at(-2) === key) return visited.slice(0, -1)
  // The present one, and as many before it as are kept.
  return [...visited, key].slice(-(appLimits.routeHistoryLength + 1))
}

const storageKey = 'wegwarte.visited'

/** Whether there is a previous route to go back to; kept in the tab, so that a reload changes nothing. */
export function useHasPreviousRoute(): boolean {
  const { pathname, search, key } = useLocation()
  const kind = useNavigationType()
  const route = pathname + search
  // An address that was opened directly has the router's default key: what came before it is unknown.
  const [visited, setVisited] = useState<readonly string[]>(() => (key === 'default' ? [] : recallVisited()))
  const before = useRef(route)
  useEffect(() => {
    const isSameRoute = before.current === route
    before.current = route
    setVisited((present) => visitedAfter(present, kind, key, isSameRoute))
  }, [kind, route, key])
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, visited.join(' '))
    } catch {
      // Storage is forbidden here: a reload starts again.
    }
  }, [visited])
  return visited.length > 1
}

function recallVisited(): readonly string[] {
  try {
    return sessionStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}
