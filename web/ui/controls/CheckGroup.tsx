import { Check } from './Check.tsx'
import styles from './CheckGroup.module.css'

interface CheckGroupProps<Value extends string> {
  legend: string
  choices: readonly { value: Value; name: string; detail: string }[]
  chosen: readonly Value[]
  onToggle(value: Value): void
  error: string | undefined
}

/** Some among a few, all of them visible. */
export function CheckGroup<Value extends string>({ legend, choices, chosen, onToggle, error }: CheckGroupProps<Value>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, name, detail }) => (
        <Check key={value} checked={chosen.includes(value)} onChange={() => onToggle(value)}>
          {name}
          <span className={styles.detail}>{detail}</span>
        </Check>
      ))}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
