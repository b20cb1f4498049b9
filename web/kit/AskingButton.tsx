import { type ReactNode, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'

interface AskingButtonProps {
  kind: 'secondary' | 'quiet' | 'danger'
  /** What it does, as a verb, on the button and below the question. */
  action: string
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  busy: boolean
  /** @param close ends the question: when it is done, or has failed for good. */
  onConfirm: (close: () => void) => void
}

/** A button for what is lost by it: it asks first. */
export function AskingButton({ kind, action, title, children, busy, onConfirm }: AskingButtonProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div>
      <Button kind={kind} onClick={() => setAsking(true)}>
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
