import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { limits } from '#contract/limits.ts'

/**
 * The routes visited so far, the present one last, after one more navigation.
 * @param kind how the browser got there: `POP` is back or forward.
 */
export function visitedAfter(
  visited: readonly string[],
  kind: 'PUSH' | 'REPLACE' | 'POP',
  route: string,
): readonly string[] {
  if (visited.at(-1) === route) return visited
  if (kind === 'REPLACE') return [...visited.slice(0, -1), route]
  if (kind === 'POP' && visited.at(-2) === route) return visited.slice(0, -1)
  // The present one, and as many before it as are kept.
  return [...visited, route].slice(-(limits.app.routeHistoryLength + 1))
}

/** Whether there is a previous route to go back to. */
export function useHasPreviousRoute(): boolean {
  const { pathname, search, key } = useLocation()
  const kind = useNavigationType()
  const [visited, setVisited] = useState<readonly string[]>([])
  useEffect(() => setVisited((before) => visitedAfter(before, kind, pathname + search)), [kind, pathname, search, key])
  return visited.length > 1
}
