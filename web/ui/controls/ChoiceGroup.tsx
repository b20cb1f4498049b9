import { type ReactNode, useId } from 'react'
import { RadioTile } from './RadioTile.tsx'
import styles from './ChoiceGroup.module.css'

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** What distinguishes it from the others. */
  detail?: string | undefined
  icon?: ReactNode
}

interface ChoiceGroupProps<Value extends string> {
  legend: string
  choices: readonly Choice<Value>[]
  /** Null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  error?: ReactNode
}

/** A choice of one among a few, all of them visible. */
export function ChoiceGroup<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  error,
}: ChoiceGroupProps<Value>) {
  const name = useId()
  const errorId = useId()
  const isWrong = error !== undefined && error !== null && error !== false
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? errorId : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((choice) => (
        <RadioTile
          key={choice.value}
          name={name}
          value={choice.value}
          checked={choice.value === value}
          onChange={() => onChange(choice.value)}
        >
          {choice.icon}
          <span className={styles.words}>
            <span className={styles.label}>{choice.label}</span>
            {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
          </span>
        </RadioTile>
      ))}
      {isWrong && (
        <p className={styles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
