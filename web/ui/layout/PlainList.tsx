import { type AllHTMLAttributes, createElement } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gaps.ts'
import styles from './PlainList.module.css'

interface PlainListProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'className'> {
  as?: 'ul' | 'ol'
  gap?: Gap
}

/** A list without marks or indentation, one entry below the other. */
export function PlainList({ as = 'ul', gap, ...attributes }: PlainListProps) {
  return createElement<AllHTMLAttributes<HTMLElement>, HTMLElement>(as, {
    ...attributes,
    className: classes(styles.list, gap !== undefined && gapClass(gap)),
  })
}
