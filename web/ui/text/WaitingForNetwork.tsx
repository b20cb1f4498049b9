import { SendIcon } from '#web/ui/pictures/icons.tsx'
import styles from './DataAge.module.css'
import { outboxTexts } from '#web/texts/outbox.ts'

/** Beside what was changed here and is not on the server yet. */
export function WaitingForNetwork() {
  return (
    <p className={styles.age} role="status">
      <SendIcon className={styles.icon} />
      {outboxTexts.waits}
    </p>
  )
}
