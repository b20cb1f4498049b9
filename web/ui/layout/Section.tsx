import { type ReactNode, type Ref, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  /** Below the heading. */
  lead?: ReactNode
  /** Beside the heading. */
  action?: ReactNode
  /** The heading can receive the focus when an element of the section is gone. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One list of a page that has several: its heading, what can be done, and the list. */
export function Section({ title, lead, action, heading, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
            {title}
          </h2>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
