import { lastRiddenDay } from './day-strip.ts'
import type { RangeChoice } from './history-range.ts'
import { weekdayInWords } from './range-words.ts'
import { historyTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

interface NoTripProps {
  /** `2026-10-25` */
  day: string
  /** Nothing is shown until a time is asked for. */
  emptied: boolean
  ridden: ReadonlySet<string>
  onShow(choice: RangeChoice): void
}

const texts = historyTexts.day

/** On this day there was no trip; and the way to the last one. */
export function NoTrip({ day, emptied, ridden, onShow }: NoTripProps) {
  const now = useNow(60_000)
  const { emptied: emptiedTitle, emptiedHint } = historyTexts.result
  if (emptied) {
    return (
      <EmptyState level={3} title={emptiedTitle}>
        {emptiedHint}
      </EmptyState>
    )
  }
  const others = new Set(ridden)
  others.delete(day)
  const last = lastRiddenDay(others, now)
  return (
    <EmptyState
      level={3}
      title={texts.none(weekdayInWords(day))}
      {...(last !== null && {
        actions: <Button onClick={() => onShow(last.choice)}>{texts.showLast}</Button>,
      })}
    >
      {last === null ? texts.noneKept : texts.last(weekdayInWords(last.day))}
    </EmptyState>
  )
}
