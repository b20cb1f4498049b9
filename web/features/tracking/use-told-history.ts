import { useMemo } from 'react'
import type { Position } from '#contract/tracking.ts'
import { type Doubts, doubtsOf } from '#domain/outliers.ts'
import { type Chapter, chaptersOf } from '#domain/trips.ts'
import type { TrackingHistory } from './tracking-screen.ts'
import { useOnceIdle } from './use-once-idle.ts'

export interface ToldHistory {
  /** Those that were found, or none yet. */
  positions: readonly Position[]
  chapters: readonly Chapter[]
  /** Of all that were found, and known at once: the line is drawn without them. */
  doubts: Doubts
}

/** So many are worked through at once without anybody noticing. */
const littleEnough = 2_000
const nothingYet = { positions: [], chapters: [] }

/** What was found, told as chapters: once, for all that show it, and after the line is drawn. */
export function useToldHistory({ positions, answered }: TrackingHistory): ToldHistory {
  const lineIsDrawn = useOnceIdle(answered, positions.length <= littleEnough)
  const doubts = useMemo(() => doubtsOf(positions), [positions])
  return useMemo(
    () => ({ ...(lineIsDrawn ? { positions, chapters: chaptersOf(positions, doubts) } : nothingYet), doubts }),
    [positions, doubts, lineIsDrawn],
  )
}
