import { useMemo } from 'react'
import type { Position } from '#contract/tracking.ts'
import { type Chapter, chaptersOf } from '#domain/trips.ts'
import type { TrackingHistory } from './tracking-screen.ts'
import { useOnceIdle } from './use-once-idle.ts'

export interface ToldHistory {
  /** Those that were found, or none yet. */
  positions: readonly Position[]
  chapters: readonly Chapter[]
}

/** So many are worked through at once without anybody noticing. */
const littleEnough = 2_000
const nothingYet: ToldHistory = { positions: [], chapters: [] }

/** What was found, told as chapters: once, for all that show it, and after the line is drawn. */
export function useToldHistory({ positions, answered }: TrackingHistory): ToldHistory {
  const lineIsDrawn = useOnceIdle(answered, positions.length <= littleEnough)
  return useMemo(
    () => (lineIsDrawn ? { positions, chapters: chaptersOf(positions) } : nothingYet),
    [positions, lineIsDrawn],
  )
}
