import type { Position, Range } from '#contract/history/history.ts'
import type { FoundHistory } from './history-query.ts'

/** What the screen has of a history. */
export interface ShownHistory {
  /** Whether history was asked for since the device was chosen. */
  searched: boolean
  searching: boolean
  /**
   * Identifies what the positions were found for: another object at each search, the same while new positions are added.
   */
  answered: Range | null
  positions: readonly Position[]
  /** Some positions of the range that is searched, until its answer is there; or none. */
  outline: readonly Position[]
  /** The range holds more positions than were sent. */
  truncated: boolean
  /** Index of the position whose popup is open. */
  selected: number | null
}

interface Answer {
  data: FoundHistory | undefined
  /** What was found before, in place of an answer. */
  isPlaceholderData: boolean
  isFetching: boolean
}

const nothing: readonly Position[] = []

/**
 * @param outline of the range that is asked for, if it is there.
 * @param open the position whose popup is open.
 */
export function shownHistory(
  { data, isPlaceholderData, isFetching }: Answer,
  outline: readonly Position[] | undefined,
  open: Position | null,
): ShownHistory {
  const searching = isFetching && (data === undefined || isPlaceholderData)
  return {
    searched: data !== undefined,
    searching,
    outline: searching ? (outline ?? nothing) : nothing,
    answered: data?.answered ?? null,
    ...keepingOpen(data?.positions ?? nothing, open),
    truncated: data?.truncated ?? false,
  }
}

/**
 * The positions, and the index of the open one; null if it is not found again. It stays the very same object, so that the
 * map does not move to it again.
 */
function keepingOpen(
  positions: readonly Position[],
  open: Position | null,
): Pick<ShownHistory, 'positions' | 'selected'> {
  const index = open === null ? -1 : positions.findIndex(({ recordedAt }) => recordedAt === open.recordedAt)
  if (open === null || index === -1) return { positions, selected: null }
  return { positions: positions[index] === open ? positions : positions.with(index, open), selected: index }
}
