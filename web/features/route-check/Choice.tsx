import { useId } from 'react'
import styles from './CheckedLine.module.css'

interface ChoiceProps {
  label: string
  value: number
  options: Iterable<readonly [value: number, label: string]>
  onChoose(value: number): void
}

/** One of a few, by the browser's own list. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {[...options].map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
