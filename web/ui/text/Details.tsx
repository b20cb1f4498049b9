import type { ReactNode } from 'react'
import styles from './Details.module.css'
import { Summary } from './Summary.tsx'

interface MoreProps {
  /** What everybody should know: one sentence, without links, which stays. */
  line: ReactNode
  /** The rest, which unfolds below it. */
  children: ReactNode
}

/** One line, and the rest folded below it, for what must be said and need not be in the way. */
export function Details({ line, children }: MoreProps) {
  return (
    <details className={styles.more}>
      <Summary>{line}</Summary>
      <div className={styles.rest}>{children}</div>
    </details>
  )
}
