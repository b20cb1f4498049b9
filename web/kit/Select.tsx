import { type ComponentPropsWithRef, useId } from 'react'
import { classes } from '#web/kit/classes.ts'
import { Field, type FieldWords, saidOf } from '#web/kit/Field.tsx'
import { OpenIcon } from '#web/kit/icons.tsx'
import styles from '#web/kit/Select.module.css'
import fieldStyles from '#web/kit/TextField.module.css'

type SelectProps = FieldWords & Omit<ComponentPropsWithRef<'select'>, 'id'>

/** One of several, in the browser's own list. Its children are `option` elements. */
export function Select({ label, description, error, className, ...select }: SelectProps) {
  const id = useId()
  const words = { label, description, error }
  return (
    <Field {...words} id={id} className={className}>
      <div className={classes(fieldStyles.box, styles.box)}>
        <select
          {...select}
          {...saidOf(id, words, select['aria-describedby'])}
          id={id}
          className={classes(fieldStyles.input)}
        />
        <OpenIcon className={styles.arrow} />
      </div>
    </Field>
  )
}
