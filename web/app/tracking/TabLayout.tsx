import type { ReactNode } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import styles from './TabLayout.module.css'

interface SlotProps {
  className?: string | undefined
  children: ReactNode
}

/*
 * Where the parts of a tab stand. On a phone they follow each other in the order they are given; from 1,024 px `Lead` and
 * `Column` are in the column of 400 px below the tabs, and `Stage` fills the rest of the window beside it. Each at most once.
 */

/** What stands first in the column, such as what chooses the rest. */
export function Lead({ className, children }: SlotProps) {
  return <div className={classes(styles.lead, className)}>{children}</div>
}

/** A map, or what needs the most room. */
export function Stage({ className, children }: SlotProps) {
  return <div className={classes(styles.stage, className)}>{children}</div>
}

/** Everything else, below `Lead`. */
export function Column({ className, children }: SlotProps) {
  return <div className={classes(styles.column, className)}>{children}</div>
}
