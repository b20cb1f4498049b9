import { useMemo } from 'react'
import type { Position } from '#contract/tracking.ts'
import { type Chapter, chaptersOf } from '#domain/trips.ts'
import { useWhenIdle } from './use-when-idle.ts'

export interface ToldHistory {
  /** Those that were found, or none yet. */
  positions: readonly Position[]
  chapters: readonly Chapter[]
}

const noPositions: readonly Position[] = []

/** What was found, told as chapters: once, for all that show it, and after the line is drawn. */
export function useToldHistory(found: readonly Position[]): ToldHistory {
  const positions = useWhenIdle(found, noPositions)
  return useMemo(() => ({ positions, chapters: chaptersOf(positions) }), [positions])
}
