import { clock } from '#web/browser/clock.ts'
import { formatTime, oClock } from '#web/texts/formats.ts'

/** When to try again, as a sentence that follows another. */
export function PossibleAgain({ seconds }: { seconds: number }) {
  const again = new Date(clock.now().getTime() + seconds * 1000)
  return <> Wieder möglich um {oClock(formatTime(again))}.</>
}
