import { useState } from 'react'
import { trackingTexts } from './texts.ts'
import styles from './WithdrawDialog.module.css'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'

interface WithdrawDialogProps {
  opened: boolean
  onClose(): void
  onConfirm(deletePositions: boolean): void
}

const texts = trackingTexts.withdraw

/** Withdrawing is one step, at any time; what was stored so far goes too, if that is wanted. */
export function WithdrawDialog({ opened, onClose, onConfirm }: WithdrawDialogProps) {
  const [deletePositions, setDeletePositions] = useState(false)
  return (
    <ConfirmDialog
      opened={opened}
      title={texts.title}
      action={texts.confirm}
      onClose={onClose}
      onConfirm={() => onConfirm(deletePositions)}
    >
      <div className={styles.body}>
        <p>{texts.text}</p>
        <label className={styles.choice}>
          <input
            type="checkbox"
            className={styles.box}
            checked={deletePositions}
            onChange={(event) => setDeletePositions(event.currentTarget.checked)}
          />
          {texts.deleteToo}
        </label>
      </div>
    </ConfirmDialog>
  )
}
