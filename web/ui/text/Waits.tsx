import { SendIcon } from '#web/ui/pictures/icons.tsx'
import styles from './KnownAge.module.css'
import { outboxTexts } from '#web/texts/outbox.ts'

/** Beside what was changed here and is not on the server yet. */
export function Waits() {
  return (
    <p className={styles.age} role="status">
      <SendIcon className={styles.icon} />
      {outboxTexts.waits}
    </p>
  )
}
