import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/controls/Button.tsx'
import styles from './Dialog.module.css'
import { DialogWindow } from './DialogWindow.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Something that must be dealt with before the page goes on. Escape, the cross and the overlay close it. */
export function Dialog(props: DialogProps) {
  return <DialogWindow {...props} closeLabel={generalTexts.close} />
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
      <Foot problem={null}>
        <Button kind="secondary" onClick={onClose}>
          {generalTexts.cancel}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Foot>
    </Dialog>
  )
}

interface AskingButtonProps {
  /** What it does, as a verb, on the button and below the question. */
  action: string
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  busy: boolean
  /** @param close ends the question: when it is done, or has failed for good. */
  onConfirm: (close: () => void) => void
}

/** A button for an action that loses something: it asks first, and is marked the same wherever it stands. */
export function AskingButton({ action, title, children, busy, onConfirm }: AskingButtonProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div>
      <Button kind="remove" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={title}
        action={action}
        busy={busy}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      >
        {children}
      </ConfirmDialog>
    </div>
  )
}

/** A form in a dialogue. What is wrong is said by the form itself, not by the browser. */
export function DialogForm({
  onSubmit,
  children,
}: {
  onSubmit(event: FormEvent<HTMLFormElement>): void
  children: ReactNode
}) {
  return (
    <Stack as="form" gap={3} onSubmit={onSubmit} noValidate>
      {children}
    </Stack>
  )
}

interface FormFootProps {
  /** Why it could not be done; null: there is no problem. */
  problem: string | null
  /** What sending it does, as a verb. */
  action: string
  /** `danger`: something is lost by it. */
  kind?: 'primary' | 'danger'
  busy: boolean
  /** The words of the button that cancels. */
  cancel?: string
  onCancel: () => void
}

/** The end of a dialogue's form: what went wrong, and the buttons that cancel and send it. */
export function FormFoot({
  problem,
  action,
  kind = 'primary',
  busy,
  cancel = generalTexts.cancel,
  onCancel,
}: FormFootProps) {
  return (
    <Foot problem={problem}>
      <Button kind="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" kind={kind} busy={busy}>
        {action}
      </Button>
    </Foot>
  )
}

/** The end of a dialogue. However long the dialogue is, it stays in sight. */
function Foot({ problem, children }: { problem: string | null; children: ReactNode }) {
  return (
    <div className={styles.foot}>
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      <div className={styles.buttons}>{children}</div>
    </div>
  )
}
