import { historyTexts } from './texts.ts'
import styles from './MapLegend.module.css'
import { formatNumber } from '#web/kit/formats.ts'
import { Check } from '#web/kit/Check.tsx'

interface MapLegendProps {
  /** How many positions are doubted. */
  doubts: number
  showDoubts: boolean
  onShowDoubts(show: boolean): void
}

const texts = historyTexts.legend

/** What the lines and circles of the map mean, and whether it shows doubted positions. */
export function MapLegend({ doubts, showDoubts, onShowDoubts }: MapLegendProps) {
  return (
    <div className={styles.legend}>
      <ul className={styles.signs} aria-label={texts.title}>
        <li>
          <svg viewBox="0 0 28 8" className={styles.sign} aria-hidden="true">
            <path d="M1 4h26" />
          </svg>
          {texts.line}
        </li>
        <li>
          <svg viewBox="0 0 28 8" className={styles.sign} aria-hidden="true">
            <path d="M1 4h26" strokeDasharray="4.5 5" />
          </svg>
          {texts.gap}
        </li>
        <li>
          <span className={styles.circle} aria-hidden="true" />
          {texts.accuracy}
        </li>
        {showDoubts && (
          <li>
            <span className={styles.doubt} aria-hidden="true" />
            {texts.doubt}
          </li>
        )}
      </ul>
      {doubts > 0 && (
        <Check checked={showDoubts} onChange={(event) => onShowDoubts(event.currentTarget.checked)}>
          {historyTexts.doubts.show(formatNumber(doubts))}
        </Check>
      )}
    </div>
  )
}
