import { SendIcon } from '#web/kit/icons.tsx'
import styles from '#web/kit/KnownAge.module.css'
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
