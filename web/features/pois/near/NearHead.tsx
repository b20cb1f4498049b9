import type { ReactNode } from 'react'
import styles from './NearHead.module.css'

/** The first line of the sheet over the map: how much is near, and what the sky brings. */
export function NearHead({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div>
      <h2 className={styles.title}>{words}</h2>
      <p className={styles.note}>{children}</p>
    </div>
  )
}
