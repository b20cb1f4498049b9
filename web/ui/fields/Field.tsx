import type { ReactNode } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import styles from './Field.module.css'
import { StopIcon } from '#web/ui/pictures/icons.tsx'

export interface FieldWords {
  /** Absent only where `aria-label` says it. */
  label?: string | undefined
  /** What helps to fill it in. */
  description?: ReactNode
  /** What is wrong with it, and how to put it right. */
  error?: ReactNode
}

interface FieldProps extends FieldWords {
  /** The id of the input; `saidOf` ties it to the words. */
  id: string
  className?: string | undefined
  /** The input. */
  children: ReactNode
}

/** What surrounds an input: its label, a description, and its error. */
export function Field({ id, label, description, error, className, children }: FieldProps) {
  return (
    <div className={classes(styles.field, className)}>
      {label !== undefined && (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description !== undefined && (
        <p className={styles.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      {children}
      <FieldError of={id} error={error} />
    </div>
  )
}

interface FieldErrorProps extends Pick<FieldWords, 'error'> {
  /** The id of what is wrong; `saidOf` ties it to these words. */
  of: string
  /** Read out as soon as it is there. */
  isAlert?: boolean
}

/** What is wrong with an entry, right below it; nothing if it is right. */
export function FieldError({ of, error, isAlert = false }: FieldErrorProps) {
  if (!isWrong(error)) return null
  return (
    <p className={styles.error} id={`${of}-error`} role={isAlert ? 'alert' : undefined}>
      <StopIcon />
      <span>{error}</span>
    </p>
  )
}

/** Ties an input to the words around it, for screen readers. */
export function saidOf(id: string, { description, error }: FieldWords, more: string | undefined) {
  const describedBy = classes(isWrong(error) && `${id}-error`, description !== undefined && `${id}-description`, more)
  return {
    'aria-invalid': isWrong(error) || undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  }
}

function isWrong(error: ReactNode): boolean {
  return error !== undefined && error !== null && error !== false && error !== ''
}
