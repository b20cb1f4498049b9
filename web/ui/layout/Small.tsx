import { type AllHTMLAttributes, createElement } from 'react'
import styles from './Small.module.css'

interface SmallProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'className'> {
  as?: 'p' | 'span'
}

/** What is said beside the matter itself: small and grey. */
export function Small({ as = 'p', ...attributes }: SmallProps) {
  return createElement<AllHTMLAttributes<HTMLElement>, HTMLElement>(as, { ...attributes, className: styles.small })
}
