import { useMemo } from 'react'
import type { Position } from '#contract/history/history.ts'
import { type Doubts, doubtsOf } from '#domain/track/outliers.ts'
import { type Chapter, chaptersOf } from '#domain/track/trips.ts'
import type { ShownHistory } from '../query/shown-history.ts'
import { useWhenIdle } from './use-when-idle.ts'

export interface ChapteredHistory {
  /** Those that were found, or none yet. */
  positions: readonly Position[]
  chapters: readonly Chapter[]
  /** Of all found positions, and known at once: the line is drawn without doubted positions. */
  doubts: Doubts
}

/** This many are processed at once without a noticeable delay. */
const littleEnough = 2_000
const nothingYet = { positions: [], chapters: [] }

/** The found positions in chapters: made once for all components, and after the line is drawn. */
export function useChapteredHistory({ positions, answered }: ShownHistory): ChapteredHistory {
  const lineIsDrawn = useWhenIdle(answered, positions.length <= littleEnough)
  const doubts = useMemo(() => doubtsOf(positions), [positions])
  return useMemo(
    () => ({ ...(lineIsDrawn ? { positions, chapters: chaptersOf(positions, doubts) } : nothingYet), doubts }),
    [positions, doubts, lineIsDrawn],
  )
}
