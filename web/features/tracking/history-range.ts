import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'
import type { Range } from '#contract/tracking.ts'
import { instantOfWallTime, startOfBerlinDay, wallTime } from '#domain/time.ts'
import { rangeMistake } from '#domain/tracking.ts'
import { trackingTexts } from './texts.ts'

export const rangePresets = ['last24Hours', 'today', 'yesterday', 'last7Days'] as const
export type RangePreset = (typeof rangePresets)[number]

/** What was chosen: a preset moves with the time, wall times (`2026-10-25T02:30`, German time) stay. */
export type RangeChoice = { preset: RangePreset } | { from: string; to: string }

export const defaultRange: RangeChoice = { preset: 'last24Hours' }

/** The wall times of a choice, as the two fields show them. */
export function fieldsOf(choice: RangeChoice, now: Date): { from: string; to: string } {
  if ('from' in choice) return choice
  const { start, end } = presetRange(choice.preset, now)
  return { from: wallTime(start), to: wallTime(end) }
}

export type RangeMistakes = Partial<Record<'from' | 'to', string>>

/** The range to ask for, or what is wrong with which field. */
export function rangeOf(choice: RangeChoice, now: Date): { range: Range } | { mistakes: RangeMistakes } {
  if ('preset' in choice) return { range: presetRange(choice.preset, now) }
  const start = instantOfWallTime(choice.from)
  const end = instantOfWallTime(choice.to)
  const { incomplete } = trackingTexts.range
  if (start === null || end === null) {
    return { mistakes: { ...(start === null && { from: incomplete }), ...(end === null && { to: incomplete }) } }
  }
  const mistake = rangeMistake(new Date(start), new Date(end))
  if (mistake === null) return { range: { start, end } }
  return {
    mistakes: {
      ...(mistake.start !== undefined && { from: mistake.start }),
      ...(mistake.end !== undefined && { to: mistake.end }),
    },
  }
}

/** The range of a choice as it is now, if a fix of this time, or of the present where none is known, may lie in it. */
export function rangeWith(newest: Instant | null, choice: RangeChoice, now: Date): Range | null {
  const checked = rangeOf(choice, now)
  if ('mistakes' in checked) return null
  const at = newest === null ? now.getTime() : Math.min(Date.parse(newest), now.getTime())
  const { start, end } = checked.range
  return Date.parse(start) <= at && at <= Date.parse(end) ? checked.range : null
}

const hourMs = 3_600_000

function presetRange(preset: RangePreset, now: Date): Range {
  const end = now.toISOString()
  switch (preset) {
    case 'last24Hours':
      return { start: hoursBefore(now, limits.tracking.defaultRangeHours), end }
    case 'today':
      return { start: startOfBerlinDay(end), end }
    case 'yesterday':
      return { start: startOfBerlinDay(end, 1), end: startOfBerlinDay(end) }
    case 'last7Days':
      return { start: hoursBefore(now, 7 * 24), end }
  }
}

function hoursBefore(now: Date, hours: number): Instant {
  return new Date(now.getTime() - hours * hourMs).toISOString()
}
