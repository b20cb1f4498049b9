import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { StopIcon } from '#web/kit/icons.tsx'
import styles from './NotesField.module.css'

interface NotesFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: string
  /** How much has been written, and how much may be. */
  count: string
  error?: ReactNode
}

/** Several lines of text, with a counter below. */
export function NotesField({ label, count, error, ...textarea }: NotesFieldProps) {
  const id = useId()
  const isWrong = error !== undefined && error !== null && error !== false
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        className={styles.text}
        rows={4}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error ${id}-count` : `${id}-count`}
      />
      <p className={styles.count} id={`${id}-count`}>
        {count}
      </p>
      {isWrong && (
        <p className={styles.error} id={`${id}-error`}>
          <StopIcon />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
