import { type AllHTMLAttributes, createElement } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gaps.ts'
import styles from './Row.module.css'

interface RowProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'className'> {
  as?: 'div' | 'p' | 'nav'
  gap: Gap
  align?: 'center' | 'baseline' | 'start'
  /** The free space is between its parts. */
  spread?: boolean
}

/** Parts side by side, and below each other where there is no space for that. */
export function Row({ as = 'div', gap, align, spread = false, ...attributes }: RowProps) {
  const look = classes(styles.row, gapClass(gap), align !== undefined && styles[align], spread && styles.spread)
  return createElement<AllHTMLAttributes<HTMLElement>, HTMLElement>(as, { ...attributes, className: look })
}
