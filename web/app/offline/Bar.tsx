import type { ReactNode } from 'react'
import styles from '#web/app/offline/Bar.module.css'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'

interface BarProps {
  /** What it is about, for screen readers that list the parts of a page. */
  name: string
  icon: ReactNode
  /** Read out when the bar appears. */
  title: string
  /** Not read out each time it changes, as an age does. */
  children?: ReactNode
  action: string
  /** What the action does; trying again, if nothing is said. */
  actionIcon?: ReactNode
  /** What the action unfolds. */
  opens?: { id: string; opened: boolean }
  busy: boolean
  onAction(): void
}

/** One line across the page, below the header: what is the matter with the app itself, and what can be done. */
export function Bar({ name, icon, title, children, action, actionIcon, opens, busy, onAction }: BarProps) {
  return (
    <section className={styles.bar} aria-label={name}>
      <span className={styles.icon}>{icon}</span>
      <p className={styles.words}>
        <strong role="status">{title}</strong> {children !== undefined && <span>{children}</span>}
      </p>
      <button
        type="button"
        className={styles.action}
        aria-busy={busy || undefined}
        aria-expanded={opens?.opened}
        aria-controls={opens?.opened === true ? opens.id : undefined}
        onClick={onAction}
      >
        {actionIcon ?? <RetryIcon />}
        <span className={styles.actionWord}>{action}</span>
      </button>
    </section>
  )
}
