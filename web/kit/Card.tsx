import { type ReactNode, useId } from 'react'
import styles from '#web/kit/Card.module.css'
import { useKeptFocus } from '#web/kit/kept-focus.ts'

interface CardProps {
  title?: string
  /** Beside the title: a state, a menu, an action. */
  aside?: ReactNode
  /** How deep the title stands; 2 below the page's heading. */
  level?: 2 | 3
  children: ReactNode
}

/** A thing of its own on the page. With a title it is a region that can be jumped to. */
export function Card({ title, aside, level = 2, children }: CardProps) {
  const titleId = useId()
  const region = useKeptFocus<HTMLElement>()
  const Heading = `h${level}` as const
  return (
    <section ref={region} className={styles.card} aria-labelledby={title === undefined ? undefined : titleId}>
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
