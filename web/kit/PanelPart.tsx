import { type ReactNode, useId } from 'react'
import styles from '#web/kit/PanelPart.module.css'

interface PanelPartProps {
  title: string
  /** Right below the title. */
  note?: ReactNode
  children: ReactNode
}

/** A list beside the map, under its heading. */
export function PanelPart({ title, note, children }: PanelPartProps) {
  const titleId = useId()
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  )
}
