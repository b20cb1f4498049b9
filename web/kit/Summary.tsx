import type { ReactNode } from 'react'
import styles from '#web/kit/Summary.module.css'

/** The line of a `<details>` that unfolds it, with an arrow. */
export function Summary({ children }: { children: ReactNode }) {
  return <summary className={styles.summary}>{children}</summary>
}
