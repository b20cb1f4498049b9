import { type AllHTMLAttributes, createElement } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gaps.ts'
import styles from './Stack.module.css'

interface StackProps extends Omit<AllHTMLAttributes<HTMLFormElement>, 'as' | 'className'> {
  as?: 'div' | 'section' | 'form' | 'nav' | 'li'
  gap: Gap
  /** Its parts are as wide as what they contain, instead of all as wide as the stack. */
  toStart?: boolean
}

/** Parts one below the other. */
export function Stack({ as = 'div', gap, toStart = false, ...attributes }: StackProps) {
  return createElement<AllHTMLAttributes<HTMLFormElement>, HTMLFormElement>(as, {
    ...attributes,
    className: classes(styles.stack, gapClass(gap), toStart && styles.toStart),
  })
}
