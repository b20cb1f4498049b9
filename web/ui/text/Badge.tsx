import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from '#web/ui/layout/classes.ts'

interface BadgeProps {
  /** `plain`: a mark. The others: a state that means something; its words must say it too, not only its colour. */
  kind?: 'plain' | 'brand' | 'success' | 'warning' | 'danger'
  children: ReactNode
}

/** A word or two beside something: its state, its kind. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={classes(styles.badge, styles[kind])}>{children}</span>
}
