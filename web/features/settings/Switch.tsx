import styles from './Switch.module.css'
import { configurationTexts } from './texts.ts'

interface SwitchProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

/** On or off, shown by its position and by a word. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  const { on, off } = configurationTexts.category
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.word}>{checked ? on : off}</span>
      <span className={styles.track} />
    </button>
  )
}
