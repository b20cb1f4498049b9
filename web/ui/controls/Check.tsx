import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './Check.module.css'

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  type?: 'checkbox' | 'radio'
  /** Below the words, and part of its name. */
  hint?: string
  children: ReactNode
}

/** A box to be ticked, or one of several to choose from, with its words beside it: together as tall as a finger is wide. */
export function Check({ type = 'checkbox', hint, children, ...input }: CheckProps) {
  return (
    <label className={styles.check}>
      <input {...input} type={type} className={styles.box} />
      <span>
        {children}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}
