import type { ReactNode } from 'react'
import styles from './Samples.module.css'
import { dashboardTexts as texts } from './texts.ts'

/** The figures that are made up, folded away. */
export function Samples({ children }: { children: ReactNode }) {
  return (
    <details className={styles.samples}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{texts.sample}</h2>
        <span className={styles.hint}>{texts.samplesHint}</span>
      </summary>
      <p className={styles.note}>{texts.sampleNote}</p>
      <div className={styles.grid}>{children}</div>
    </details>
  )
}
