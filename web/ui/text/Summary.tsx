import type { ReactNode } from 'react'
import styles from './Summary.module.css'

interface SummaryProps {
  id?: string
  /** Where what is seen does not say what unfolds. */
  label?: string
  children: ReactNode
}

/** The line of a `<details>` that unfolds it, with an arrow: the one way to fold. */
export function Summary({ id, label, children }: SummaryProps) {
  return (
    <summary id={id} className={styles.summary} aria-label={label}>
      <span className={styles.words}>{children}</span>
    </summary>
  )
}
