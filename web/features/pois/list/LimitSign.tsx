import styles from './LimitSign.module.css'
import { poisTexts } from '../texts.ts'
import { formatNumber } from '#web/texts/formats.ts'

/** A speed limit in km/h as on the road: a red ring. The large one stands where words say the same. */
export function LimitSign({ speed, large = false }: { speed: number; large?: boolean }) {
  return (
    <span className={styles.limit} data-large={large || undefined}>
      <span aria-hidden="true">{formatNumber(speed)}</span>
      {!large && (
        <span className="visually-hidden">
          {poisTexts.detail.limit} {poisTexts.detail.kmh(formatNumber(speed))}
        </span>
      )}
    </span>
  )
}
