import type { Instant } from '#contract/base/place.ts'
import type { Range } from '#contract/history/history.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'
import { instantOfTyped, isSkipped, skippedTime, typedTime } from '#domain/time/typed-time.ts'
import { rangeMistake } from '#domain/history/range.ts'
import { retainedSince } from '#domain/history/retention.ts'
import { historyMessages } from '../query/messages.ts'

export const rangePresets = ['last24Hours', 'today', 'yesterday', 'last7Days'] as const
export type RangePreset = (typeof rangePresets)[number]

/** What was chosen: a preset moves with the time, typed times (`2026-06-01T02:30`, German time) stay. */
export type RangeChoice = { preset: RangePreset } | { from: string; to: string }

export const defaultRange: RangeChoice = { preset: 'last24Hours' }

/** The typed times of a choice, as the two fields show them. */
export function fieldsOf(choice: RangeChoice, now: Date): { from: string; to: string } {
  if ('from' in choice) return choice
  const { start, end } = presetRange(choice.preset, now)
  return { from: typedTime(start), to: typedTime(end) }
}

/** The same length of time right before (-1) or after (1) a choice; null if nothing is kept from then, or for the future. */
export function neighbourOf(choice: RangeChoice, direction: -1 | 1, now: Date): RangeChoice | null {
  const span = spanOf(choice, now)
  if (span === null) return null
  const start = shifted(span.start, span, direction)
  const end = shifted(span.end, span, direction)
  const isKept = end > retainedSince(now) && start < now
  return isKept ? namedChoice(start, end, now) : null
}

export type RangeMistakes = Partial<Record<'from' | 'to', string>>

/** The range to ask for, or what is wrong with which field. */
export function rangeOf(choice: RangeChoice, now: Date): { range: Range } | { mistakes: RangeMistakes } {
  if ('preset' in choice) return { range: presetRange(choice.preset, now) }
  const start = instantOfTyped(choice.from, 'first')
  const end = instantOfTyped(choice.to, 'last')
  if (start === null || end === null) return { mistakes: mistakesIn(choice, start, end) }
  const mistake = rangeMistake(new Date(start), new Date(end))
  if (mistake === null) return { range: { start, end } }
  return {
    mistakes: {
      ...(mistake.start !== undefined && { from: mistake.start }),
      ...(mistake.end !== undefined && { to: mistake.end }),
    },
  }
}

/** What is wrong with the times of a range that cannot be read. */
export function mistakesIn(
  { from, to }: { from: string; to: string },
  start: Instant | null,
  end: Instant | null,
): RangeMistakes {
  const mistakeIn = (typed: string) => (isSkipped(typed) ? skippedTime : historyMessages.incomplete)
  return { ...(start === null && { from: mistakeIn(from) }), ...(end === null && { to: mistakeIn(to) }) }
}

/** The range that shows a fix of this time: the last hours if it lies in them, else its day. */
export function choiceShowing(at: Instant, now: Date): RangeChoice {
  if (rangeWith(at, defaultRange, now) !== null) return defaultRange
  return namedChoice(new Date(startOfBerlinDay(at)), new Date(startOfBerlinDay(at, -1)), now)
}

/** The whole day of a moment, by its times. */
export function dayOf(at: Instant): RangeChoice {
  return { from: typedTime(startOfBerlinDay(at)), to: typedTime(startOfBerlinDay(at, -1)) }
}

/** What a choice means at this moment: today and yesterday as the days that they are, which they stay after midnight. */
export function settledChoice(choice: RangeChoice, now: Date): RangeChoice {
  if (!('preset' in choice)) return choice
  if (choice.preset === 'today') return dayOf(now.toISOString())
  if (choice.preset === 'yesterday') return dayOf(startOfBerlinDay(now.toISOString(), 1))
  return choice
}

/** What has been of a range by now: a file is named after the day on which it ends. */
export function untilNow({ start, end }: Range, now: Date): Range {
  const present = now.toISOString()
  return { start, end: start < present && present < end ? present : end }
}

/** The present range of a choice, if a fix of this time may lie in it; if no time is known, a fix of the present. */
export function rangeWith(newest: Instant | null, choice: RangeChoice, now: Date): Range | null {
  const checked = rangeOf(choice, now)
  if ('mistakes' in checked) return null
  const at = newest === null ? now.getTime() : Math.min(Date.parse(newest), now.getTime())
  const { start, end } = checked.range
  return Date.parse(start) <= at && at <= Date.parse(end) ? checked.range : null
}

interface Span {
  start: Date
  end: Date
  /** Whole days by German clocks, which can last 23 or 25 hours; null for any other length. */
  days: number | null
}

/** What a choice spans: today until its midnight, so that its neighbours are whole days, too. */
function spanOf(choice: RangeChoice, now: Date): Span | null {
  const checked = rangeOf(settledChoice(choice, now), now)
  if ('mistakes' in checked) return null
  const start = new Date(checked.range.start)
  const end = new Date(checked.range.end)
  const days =
    isMidnight(start) && isMidnight(end) ? Math.round((end.getTime() - start.getTime()) / (24 * hourMs)) : null
  return { start, end, days }
}

function shifted(at: Date, { start, end, days }: Span, direction: -1 | 1): Date {
  if (days !== null) return new Date(startOfBerlinDay(at.toISOString(), -direction * days))
  return new Date(at.getTime() + direction * (end.getTime() - start.getTime()))
}

/** As a preset, if there is one for it that does not move on within the day. */
function namedChoice(start: Date, end: Date, now: Date): RangeChoice {
  const today = startOfBerlinDay(now.toISOString())
  if (start.toISOString() === today && isMidnight(end)) return { preset: 'today' }
  if (end.toISOString() === today && start.toISOString() === startOfBerlinDay(today, 1)) return { preset: 'yesterday' }
  return { from: typedTime(start.toISOString()), to: typedTime(end.toISOString()) }
}

function isMidnight(at: Date): boolean {
  return at.toISOString() === startOfBerlinDay(at.toISOString())
}

function presetRange(preset: RangePreset, now: Date): Range {
  const end = now.toISOString()
  switch (preset) {
    case 'last24Hours':
      return { start: hoursBefore(now, trackingLimits.defaultRangeHours), end }
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
