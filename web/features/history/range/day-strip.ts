import { type KeptDay, keptDays } from '#domain/history/kept-days.ts'
import { wallTime } from '#domain/time/time.ts'
import { fieldsOf, type RangeChoice, settledChoice } from './history-range.ts'

/** A day of the strip: by German clocks, from its midnight to the next. */
export interface StripDay {
  /** `2026-10-25` */
  day: string
  choice: RangeChoice
}

/** Every day of which positions are kept, the latest first. */
export function stripDays(now: Date): StripDay[] {
  return keptDays(now).map((kept, daysBack) => ({ day: kept.day, choice: choiceOf(kept, daysBack) }))
}

/** Today and yesterday by their presets, so that an address that is kept means the same day tomorrow as it says. */
function choiceOf({ start, end }: KeptDay, daysBack: number): RangeChoice {
  if (daysBack === 0) return { preset: 'today' }
  if (daysBack === 1) return { preset: 'yesterday' }
  return { from: wallTime(start), to: wallTime(end) }
}

/** The day that a choice shows; null if it shows more or less than one. */
export function chosenDay(days: readonly StripDay[], choice: RangeChoice, now: Date): string | null {
  const settled = settledChoice(choice, now)
  if ('preset' in settled) return null
  const found = days.find(({ choice: candidate }) => {
    const { from, to } = fieldsOf(settledChoice(candidate, now), now)
    return settled.from === from && settled.to === to
  })
  return found?.day ?? null
}

/** The last day of these on which the vehicle was ridden; null if it was on none. */
export function lastRiddenDay(ridden: ReadonlySet<string>, now: Date): StripDay | null {
  return stripDays(now).find(({ day }) => ridden.has(day)) ?? null
}
