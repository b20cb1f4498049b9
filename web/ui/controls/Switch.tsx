import styles from './Switch.module.css'

interface SwitchProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

/** On or off, shown by its position and by a word. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
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
      <span className={styles.word}>{checked ? 'An' : 'Aus'}</span>
      <span className={styles.track} />
    </button>
  )
}
