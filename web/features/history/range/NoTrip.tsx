import { lastRiddenDay } from './day-strip.ts'
import type { RangeChoice } from './history-range.ts'
import { weekdayInWords } from './range-words.ts'
import { historyTexts } from '../texts.ts'
import { useLastTrip } from './use-last-trip.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { EmptyState } from '#web/ui/text/EmptyState.tsx'
import { formatTime } from '#web/texts/formats.ts'

interface NoTripProps {
  deviceId: string
  /** `2026-10-25` */
  day: string
  /** Nothing is shown until a time is asked for. */
  emptied: boolean
  ridden: ReadonlySet<string>
  onShow(choice: RangeChoice): void
}

const texts = historyTexts.day

/** On this day there was no trip; and the way to the last one. */
export function NoTrip({ deviceId, day, emptied, ridden, onShow }: NoTripProps) {
  const now = useNow(60_000)
  const { emptied: emptiedTitle, emptiedHint } = historyTexts.result
  const others = new Set(ridden)
  others.delete(day)
  const last = emptied ? null : lastRiddenDay(others, now)
  const begun = useLastTrip(deviceId, last?.day ?? null)
  if (emptied) {
    return (
      <EmptyState level={3} title={emptiedTitle}>
        {emptiedHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      level={3}
      title={texts.none(weekdayInWords(day))}
      {...(last !== null && {
        actions: <Button onClick={() => onShow(last.choice)}>{texts.showLast}</Button>,
      })}
    >
      {last === null
        ? texts.noneKept
        : texts.last([weekdayInWords(last.day), ...(begun === null ? [] : [formatTime(begun)])].join(', '))}
    </EmptyState>
  )
}
