import { type ReactNode, useId } from 'react'
import styles from '#web/kit/Card.module.css'
import { useKeptFocus } from '#web/kit/kept-focus.ts'

/** A region needs a name: one to be read, or, where the page's own heading says enough, one to be heard. */
type CardName = { title: string; label?: never } | { title?: never; label: string }

type CardProps = CardName & {
  /** Beside the title: a state, a menu, an action. */
  aside?: ReactNode
  /** How deep the title stands; 2 below the page's heading. */
  level?: 2 | 3
  children: ReactNode
}

/** A thing of its own on the page: a region that can be jumped to. */
export function Card({ title, label, aside, level = 2, children }: CardProps) {
  const titleId = useId()
  const region = useKeptFocus<HTMLElement>()
  const Heading = `h${level}` as const
  return (
    <section
      ref={region}
      className={styles.card}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {(title !== undefined || aside !== undefined) && (
        <div className={styles.head}>
          {title !== undefined && <Heading id={titleId}>{title}</Heading>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
