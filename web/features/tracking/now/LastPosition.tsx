import type { To } from 'react-router'
import type { Device } from '#contract/devices/devices.ts'
import type { Instant } from '#contract/base/place.ts'
import { type Position, history } from '#contract/history/history.ts'
import { isFresh } from './last-position.ts'
import styles from './LastPosition.module.css'
import { trackingTexts } from '../texts.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useNow } from '#web/browser/clock.ts'
import { formatAgo, formatDayTime } from '#web/texts/formats.ts'
import { Link } from '#web/ui/controls/Link.tsx'

const texts = trackingTexts.last
/** How often it is fetched if no stream announces changes. */
const everyMs = 60_000

interface LastPositionProps {
  device: Device
  /** The address that shows a position of that time on the map. */
  addressOf(recordedAt: Instant): To
}

/** How old the newest position is, whatever range is shown, and the way to it; an old one never looks as if it were live. */
export function LastPosition({ device, addressOf }: LastPositionProps) {
  const now = useNow(everyMs)
  const { position, state } = useLastPosition(device.id)
  const fresh = position !== null && isFresh(position.recordedAt, now)
  return (
    <div className={styles.line}>
      <p className={styles.last} data-fresh={fresh || undefined} role="status">
        {position === null ? texts[state] : ageInWords(position, fresh, now)}
      </p>
      {position !== null && (
        <Link to={addressOf(position.recordedAt)} preventScrollReset>
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
  const { data, isError } = useCall(history.latest, { params: { deviceId } }, { refetchInterval: everyMs })
  const state = data !== undefined ? 'none' : isError ? 'failed' : 'loading'
  return { position: data?.position ?? null, state } as const
}
