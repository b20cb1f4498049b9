import type { RangeChoice } from '../range/history-range.ts'

/** What is searched: which device's history, and of when. */
export interface Wanted {
  readonly deviceId: string
  readonly choice: RangeChoice
  /** Different at each navigation. */
  readonly visit: string
  /** `2026-10-25`, if it is that day and nothing else. */
  readonly day?: string
  /** Of a day: its rides as a whole, and not what its clocks showed. */
  readonly wholeRides?: true
}

export interface Search extends Wanted {
  /** Within a series, the previous result stays on the screen until the next answer comes. */
  readonly series: number
}

/** How far a search is. `cleared`: its result must not be shown any more. */
export type SearchState = 'awaited' | 'found' | 'failed' | 'cleared'

/** The search after a visit. The same search is requested once at a time. */
export function nextSearch(before: Search | null, state: SearchState, wanted: Wanted): Search {
  if (before === null) return { ...wanted, series: 0 }
  const isSameDevice = before.deviceId === wanted.deviceId
  if (isSameDevice && state === 'awaited' && isSameQuestion(before, wanted)) return before
  const goesOn = isSameDevice && (state === 'awaited' || state === 'found')
  return { ...wanted, series: goesOn ? before.series : before.series + 1 }
}

function isSameQuestion(one: Wanted, other: Wanted): boolean {
  return one.wholeRides === other.wholeRides && isSameChoice(one.choice, other.choice)
}

function isSameChoice(one: RangeChoice, other: RangeChoice): boolean {
  if ('preset' in one || 'preset' in other) {
    return 'preset' in one && 'preset' in other && one.preset === other.preset
  }
  return one.from === other.from && one.to === other.to
}
