import { type ComponentPropsWithRef, useId } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { Field, type FieldWords, saidOf } from './Field.tsx'
import { OpenIcon } from '#web/ui/pictures/icons.tsx'
import styles from './Select.module.css'
import fieldStyles from './TextField.module.css'

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
