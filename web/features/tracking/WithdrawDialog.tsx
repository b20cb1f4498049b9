import { type FormEvent, useState } from 'react'
import { trackingTexts } from './texts.ts'
import styles from './WithdrawDialog.module.css'
import { Dialog, FormFoot } from '#web/kit/Dialog.tsx'

interface WithdrawFormProps {
  onClose(): void
  onConfirm(deletePositions: boolean): void
}

interface WithdrawDialogProps extends WithdrawFormProps {
  /** What it is called. */
  device: string
  opened: boolean
}

const texts = trackingTexts.withdraw

/** Withdrawing is one step, at any time; what was stored so far goes too, if that is wanted. */
export function WithdrawDialog({ device, opened, ...rest }: WithdrawDialogProps) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title={texts.title(device)}>
      <WithdrawForm {...rest} />
    </Dialog>
  )
}

/** Begins anew each time it is opened: nothing is deleted for a tick of some time ago. */
function WithdrawForm({ onClose, onConfirm }: WithdrawFormProps) {
  const [deletePositions, setDeletePositions] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(deletePositions)
  }
  return (
    <form className={styles.body} onSubmit={submit}>
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
      <FormFoot problem={null} action={texts.confirm} kind="danger" busy={false} onCancel={onClose} />
    </form>
  )
}
