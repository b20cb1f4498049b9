import { type AllHTMLAttributes, createElement, type Ref, type RefAttributes } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gaps.ts'
import styles from './PlainList.module.css'

type ListAttributes = AllHTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>

interface PlainListProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'className'> {
  as?: 'ul' | 'ol'
  gap?: Gap
  ref?: Ref<HTMLElement>
}

/** A list without marks or indentation, one entry below the other. */
export function PlainList({ as = 'ul', gap, ...attributes }: PlainListProps) {
  return createElement<ListAttributes, HTMLElement>(as, {
    ...attributes,
    className: classes(styles.list, styles.plain, gap !== undefined && gapClass(gap)),
  })
}

interface MarkedListProps extends PlainListProps {
  gap: Gap
  /** In the smaller size of type. */
  small?: boolean
}

/** A list with dots or numbers, for texts. */
export function MarkedList({ as = 'ul', gap, small = false, ...attributes }: MarkedListProps) {
  return createElement<ListAttributes, HTMLElement>(as, {
    ...attributes,
    className: classes(styles.list, styles.marked, gapClass(gap), small && styles.small),
  })
}
