import styles from './CloseButton.module.css'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'

interface CloseButtonProps {
  /** What it does, in words. */
  label: string
  onClick(): void
}

/** For the head of something that lies above the page: a card, a panel, a popup. */
export function CloseButton({ label, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
      <CloseIcon />
    </button>
  )
}
