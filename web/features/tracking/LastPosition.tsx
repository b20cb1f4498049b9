import type { Device } from '#contract/devices.ts'
import { type Position, tracking } from '#contract/tracking.ts'
import { retainedSince } from '#domain/tracking.ts'
import { positionsIn } from './history-call.ts'
import { historyTexts } from './history-texts.ts'
import { isFresh, lastFewHours } from './last-position.ts'
import styles from './LastPosition.module.css'
import { useCall } from '#web/api/queries.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatAgo, formatDayTime } from '#web/kit/formats.ts'

const texts = historyTexts.last

/** How old the newest position is, whatever range is shown; an old one never looks as if it were live. */
export function LastPosition({ device }: { device: Device }) {
  const now = useNow(60_000)
  const { position, state } = useLastPosition(device.id, now)
  const fresh = position !== null && isFresh(position.recordedAt, now)
  return (
    <p className={styles.last} data-fresh={fresh || undefined} role="status">
      {position === null ? texts[state] : ageInWords(position, fresh, now)}
    </p>
  )
}

function ageInWords({ recordedAt }: Position, fresh: boolean, now: Date): string {
  const ago = formatAgo(recordedAt, now)
  return fresh ? texts.fresh(ago) : texts.stale(ago, formatDayTime(recordedAt))
}

/** Of the last hours first, which is little to read; only where there is nothing, of all that is kept. */
function useLastPosition(deviceId: string, now: Date) {
  const end = now.toISOString()
  const ends = { maxPoints: 2, end }
  const options = { keepPrevious: true, staleTime: 60_000 }
  const recent = useCall(
    tracking.history,
    { params: { deviceId }, query: { ...ends, start: lastFewHours(now) } },
    options,
  )
  const nothingRecent = recent.data !== undefined && positionsIn(recent.data).length === 0
  const kept = useCall(
    tracking.history,
    { params: { deviceId }, query: { ...ends, start: retainedSince(now).toISOString() } },
    { ...options, enabled: nothingRecent },
  )
  const answer = nothingRecent ? kept : recent
  const state = answer.isError ? 'failed' : answer.data === undefined ? 'loading' : 'none'
  return { position: answer.data === undefined ? null : (positionsIn(answer.data).at(-1) ?? null), state } as const
}
