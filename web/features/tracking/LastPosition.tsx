import { Link } from 'react-router'
import type { Device } from '#contract/devices.ts'
import { type Position, tracking } from '#contract/tracking.ts'
import { mapAddress } from './history-address.ts'
import { choiceShowing } from './history-range.ts'
import { historyTexts } from './history-texts.ts'
import { isFresh } from './last-position.ts'
import styles from './LastPosition.module.css'
import { useCall } from '#web/api/queries.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatAgo, formatDayTime } from '#web/kit/formats.ts'

const texts = historyTexts.last
/** Where nothing tells of news. */
const everyMs = 60_000

/** How old the newest position is, whatever range is shown, and the way to it; an old one never looks as if it were live. */
export function LastPosition({ device }: { device: Device }) {
  const now = useNow(everyMs)
  const { position, state } = useLastPosition(device.id)
  const fresh = position !== null && isFresh(position.recordedAt, now)
  return (
    <div className={styles.line}>
      <p className={styles.last} data-fresh={fresh || undefined} role="status">
        {position === null ? texts[state] : ageInWords(position, fresh, now)}
      </p>
      {position !== null && (
        <Link to={mapAddress(device.id, choiceShowing(position.recordedAt, now))} preventScrollReset>
          {texts.show}
        </Link>
      )}
    </div>
  )
}

function ageInWords({ recordedAt }: Position, fresh: boolean, now: Date): string {
  const ago = formatAgo(recordedAt, now)
  return fresh ? texts.fresh(ago) : texts.stale(ago, formatDayTime(recordedAt))
}

function useLastPosition(deviceId: string) {
  const { data, isError } = useCall(tracking.latest, { params: { deviceId } }, { refetchInterval: everyMs })
  const state = data !== undefined ? 'none' : isError ? 'failed' : 'loading'
  return { position: data?.position ?? null, state } as const
}
