import type { Alarm } from '#contract/alarms/alarms.ts'
import { alarmTexts } from './texts.ts'
import { formatExactTime, formatTime } from '#web/texts/formats.ts'

type Pushes = Alarm['pushes']

export function arePushesUnderWay(pushes: Pushes): boolean {
  return pushes.some(({ state }) => state === 'QUEUED' || state === 'SENDING')
}

/** The state of an alarm's messages to browsers; empty if no browser was subscribed. */
export function pushHopsOf(pushes: Pushes): { name: string; at: string | null }[] {
  if (pushes.length === 0) return []
  const { hops } = alarmTexts.push
  const taken = pushes.filter(({ state }) => state === 'SENT')
  const begun = latest(pushes.map(({ begunAt }) => begunAt))
  const ended = latest(taken.map(({ endedAt }) => endedAt))
  return [
    { name: hops.sending(pushes.length), at: begun && formatExactTime(begun) },
    { name: hops.sent(taken.length, pushes.length), at: ended && formatExactTime(ended) },
  ]
}

/** What became of an alarm's messages to browsers, or null if there was none. */
export function pushesInWords(pushes: Pushes): string | null {
  const { waits, sent, partly, lost } = alarmTexts.push.log
  if (pushes.length === 0) return null
  if (arePushesUnderWay(pushes)) return waits
  const taken = pushes.filter(({ state }) => state === 'SENT')
  const ended = latest(taken.map(({ endedAt }) => endedAt))
  if (ended === null) return lost
  return taken.length < pushes.length ? partly(taken.length, pushes.length) : sent(formatTime(ended))
}

/** ISO times in UTC are in order as they are written. */
function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  )
}
