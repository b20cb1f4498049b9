import { type ReactNode, useId } from 'react'
import { FieldError, type FieldWords, saidOf } from './Field.tsx'
import styles from './FieldGroup.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import { type Gap, gapClass } from '#web/ui/layout/gaps.ts'

interface FieldGroupProps extends Pick<FieldWords, 'error'> {
  legend: string
  /** The legend is only read out. */
  hiddenLegend?: boolean
  /** One of its choices applies. */
  isChoice?: boolean
  /** The id of what else describes it. */
  describedBy?: string
  disabled?: boolean
  gap?: Gap
  children: ReactNode
}

/** Fields that belong together, one below the other: what they are about, and what is wrong with them. */
export function FieldGroup({
  legend,
  hiddenLegend = false,
  isChoice = false,
  describedBy,
  error,
  disabled = false,
  gap = 2,
  children,
}: FieldGroupProps) {
  const id = useId()
  const { 'aria-invalid': isInvalid, ...described } = saidOf(id, { error }, describedBy)
  return (
    <fieldset
      className={classes(styles.group, gapClass(gap))}
      disabled={disabled}
      // Of any other group nothing is valid or invalid (WAI-ARIA 1.2).
      {...(isChoice && { role: 'radiogroup', 'aria-invalid': isInvalid })}
      {...described}
    >
      <legend className={hiddenLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {children}
      <FieldError of={id} error={error} isAlert />
    </fieldset>
  )
}
