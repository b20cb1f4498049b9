import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import '#web/kit/dialog.css'
import { Button } from '#web/kit/Button.tsx'
import styles from '#web/kit/Dialog.module.css'
import { generalTexts } from '#web/texts/general.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Something that must be dealt with before the page goes on. Escape, the cross and the overlay close it. */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      // It would inject a style element, which the content security policy forbids; base.css holds the page still.
      lockScroll={false}
      // Its header element would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': generalTexts.close }}
    >
      {children}
    </Modal>
  )
}

/** The row of buttons at the end of a dialogue. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** What the button does, as a verb: `Gerät entfernen`. */
  action: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost. */
export function ConfirmDialog({
  opened,
  title,
  children,
  action,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {children}
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          {generalTexts.cancel}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
