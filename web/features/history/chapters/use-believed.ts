import { useMemo } from 'react'
import { believable } from '#domain/track/outliers.ts'
import { speedsOf } from '#domain/track/speeds.ts'
import type { ChapteredHistory } from './use-chaptered-history.ts'

/** The track without doubted positions, and its speeds. */
export function useBelieved({ positions, doubts }: ChapteredHistory) {
  return useMemo(() => {
    const fixes = believable(positions, doubts)
    const track = { fixes, times: fixes.map(({ recordedAt }) => Date.parse(recordedAt)) }
    return { track, speeds: speedsOf(fixes) }
  }, [positions, doubts])
}
