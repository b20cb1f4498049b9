import type { ReactNode } from 'react'
import styles from '#web/kit/More.module.css'

interface MoreProps {
  /** What everybody should know: one sentence, without links, which stays. */
  line: ReactNode
  /** The rest, which unfolds below it. */
  children: ReactNode
}

/** One line and „Mehr“, for what must be said and need not be in the way. */
export function More({ line, children }: MoreProps) {
  return (
    <details className={styles.more}>
      <summary className={styles.summary}>
        {line} {/* That it unfolds, the element itself says to screen readers. */}
        <span className={styles.word} aria-hidden="true">
          <span>Mehr</span>
          <span>Weniger</span>
        </span>
      </summary>
      <div className={styles.rest}>{children}</div>
    </details>
  )
}
