import { type ReactNode, useId } from 'react'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
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
  const hasDetails = choices.some(({ detail }) => detail !== undefined)
  return (
    <FieldGroup legend={legend} isChoice error={error}>
      <div className={styles.choices} data-details={hasDetails || undefined}>
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
              <span>{choice.label}</span>
              {choice.detail !== undefined && <Small as="span">{choice.detail}</Small>}
            </span>
          </RadioTile>
        ))}
      </div>
    </FieldGroup>
  )
}
