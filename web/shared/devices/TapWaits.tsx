import { dropWaitingTap, useWaitingTap } from '#web/api/offline/outbox.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { SendIcon } from '#web/ui/pictures/icons.tsx'
import styles from '#web/ui/text/DataAge.module.css'
import { outboxTexts } from '#web/texts/outbox.ts'

/** Beside a vehicle: that what its owner tapped is not on the server yet, and so changes nothing yet. Nothing where nothing waits. */
export function TapWaits({ deviceId }: { deviceId: string }) {
  const tap = useWaitingTap(deviceId)
  if (tap === null) return null
  return (
    <div className={styles.age} role="status">
      <SendIcon className={styles.icon} />
      <span>{outboxTexts[tap]}</span>
      <Button kind="quiet" onClick={() => void dropWaitingTap(deviceId, tap)}>
        {outboxTexts.undo}
      </Button>
    </div>
  )
}
