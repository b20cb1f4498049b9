import { type ComponentPropsWithRef, useId } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { Field, type FieldWords, saidOf } from './Field.tsx'
import styles from './TextField.module.css'

interface TextAreaProps extends FieldWords, Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: string
  /** How much has been written, and how much may be. */
  count: string
}

/** Several lines of text, with a counter below. */
export function TextArea({ label, description, error, count, rows = 4, ...textarea }: TextAreaProps) {
  const id = useId()
  const words = { label, description, error }
  return (
    <Field {...words} id={id}>
      <textarea
        {...textarea}
        {...saidOf(id, words, `${id}-count`)}
        id={id}
        className={classes(styles.input, styles.lines)}
        rows={rows}
      />
      <p className={styles.count} id={`${id}-count`}>
        {count}
      </p>
    </Field>
  )
}
