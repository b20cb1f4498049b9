import type { ReactNode } from 'react'
import { historyTexts } from './texts.ts'
import styles from './MapLegend.module.css'

interface MapLegendProps {
  /** Whether the map shows doubted positions. */
  showDoubts: boolean
  /** Beside it: what can be shown besides. */
  children?: ReactNode
}

const texts = historyTexts.legend

/** What the lines and circles of the map mean. */
export function MapLegend({ showDoubts, children }: MapLegendProps) {
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
      {children}
    </div>
  )
}
