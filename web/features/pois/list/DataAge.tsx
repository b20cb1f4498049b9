import type { Instant } from '#contract/base/place.ts'
import styles from './DataAge.module.css'
import { poisTexts } from '../texts.ts'
import { formatTime } from '#web/texts/formats.ts'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'

interface DataAgeProps {
  asOf: Instant | null
  failed: boolean
  busy: boolean
  onRenew(): void
}

/** How old the POIs are, and that they are renewed automatically. */
export function DataAge({ asOf, failed, busy, onRenew }: DataAgeProps) {
  return (
    <div className={styles.age}>
      <p>
        <strong>
          {asOf !== null ? poisTexts.asOf(formatTime(asOf)) : failed ? poisTexts.noData : poisTexts.loading}
        </strong>
        {asOf !== null && (
          <span className={styles.how}> · {failed ? poisTexts.refreshFailed : poisTexts.refreshed}</span>
        )}
      </p>
      <button
        type="button"
        className={styles.renew}
        aria-label={poisTexts.refreshNow}
        title={poisTexts.refreshNow}
        aria-busy={busy || undefined}
        onClick={onRenew}
      >
        <RetryIcon />
      </button>
    </div>
  )
}
