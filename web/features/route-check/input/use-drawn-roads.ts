import { useEffect, useMemo, useState } from 'react'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { type DrawnLine, drawnLine } from './drawn-line.ts'

/**
 * The line between the points, along roads if the operator has a router. It is asked when the points have stayed as they are for
 * a moment; an answer belongs to its points, so one that comes when there are others is not shown.
 */
export function useDrawnRoads(points: DrawnPoints): DrawnLine {
  const hasRouter = useConfig()?.router === true && points.length > 1
  const settled = useSettled(points)
  const isSettled = settled === points
  const { data, error } = useCall(
    routeCheck.roads,
    { body: { points: [...settled] } },
    { enabled: hasRouter && isSettled },
  )
  return useMemo(() => {
    if (!hasRouter) return drawnLine(points, 'no-router')
    if (!isSettled) return drawnLine(points, 'asking')
    return drawnLine(points, data ?? (error === null ? 'asking' : { problem: error }))
  }, [hasRouter, isSettled, points, data, error])
}

/** The points, once they have not changed for a moment. */
function useSettled(points: DrawnPoints): DrawnPoints {
  const [settled, setSettled] = useState(points)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(points), routeCheckLimits.roadPauseMs)
    return () => clearTimeout(timer)
  }, [points])
  return settled
}
