import styles from './CloseButton.module.css'
import { CloseIcon } from './icons.tsx'

interface CloseButtonProps {
  /** What it does, in words. */
  label: string
  onClick(): void
}

/** In the head of what lies above the page: a card, a panel, a popup. */
export function CloseButton({ label, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
      <CloseIcon />
    </button>
  )
}
