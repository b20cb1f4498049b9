import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'
import { useKeptFocus } from '#web/browser/kept-focus.ts'
import { classes } from './classes.ts'

/** The class of things that only look like a card. */
export const surface = styles.surface

/** A region needs a name: a visible one, or, if the page's own heading is enough, one for screen readers. */
type CardName = { title: string; label?: never } | { title?: never; label: string }

type CardProps = CardName & {
  /** Beside the title: a state, a menu, an action. */
  aside?: ReactNode
  /** The level of the title's heading; 2 is directly below the page's heading. */
  level?: 2 | 3
  children: ReactNode
}

/** A separate thing on the page: a region that screen readers can jump to. */
export function Card({ title, label, aside, level = 2, children }: CardProps) {
  const titleId = useId()
  const region = useKeptFocus<HTMLElement>()
  const Heading = `h${level}` as const
  return (
    <section
      ref={region}
      className={classes(surface, styles.card)}
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

/** The parts of a card: texts and buttons as wide as what they contain, lists, forms and notices as wide as the card. */
export function CardParts({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>
}
