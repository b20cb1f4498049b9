import type { ReactNode } from 'react'
import styles from '#web/kit/CardPart.module.css'

/** The parts of a card, one below the other. */
export function CardParts({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>
}

/** A part of a card, under a heading of its own; without a title, only set apart. */
export function CardPart({ title, children }: { title?: string; children: ReactNode }) {
  if (title === undefined) return <div className={styles.part}>{children}</div>
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  )
}
