import { Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import '#web/kit/dialog.css'
import { Button } from '#web/kit/Button.tsx'
import styles from '#web/kit/Dialog.module.css'
import { focusRegion } from '#web/kit/kept-focus.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Something that must be dealt with before the page goes on. Escape, the cross and the overlay close it. */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  const opener = useOpener(opened)
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
      <ReturnOfFocus opener={opener} />
      {children}
    </Modal>
  )
}

interface Opener {
  element: Element
  region: HTMLElement | null
}

function useOpener(opened: boolean): RefObject<Opener | null> {
  const opener = useRef<Opener>(null)
  useEffect(() => {
    const element = document.activeElement
    if (opened && element !== null) opener.current = { element, region: element.closest('section') }
  }, [opened])
  return opener
}

/**
 * Gives the focus back to what opened the dialogue; where that is gone by now, to the region it stood in. Stands in the
 * dialogue and goes with it: until then the focus is in there, also while it fades out.
 */
function ReturnOfFocus({ opener }: { opener: RefObject<Opener | null> }) {
  useEffect(() => () => giveBack(opener.current), [opener])
  return null
}

function giveBack(opener: Opener | null): void {
  if (opener === null || document.activeElement !== document.body) return
  const { element, region } = opener
  if (element.isConnected && element instanceof HTMLElement) element.focus({ preventScroll: true })
  else if (region?.isConnected === true) focusRegion(region)
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
      <Actions>
        <Button kind="secondary" onClick={onClose}>
          {generalTexts.cancel}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  )
}

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

interface FormFootProps {
  /** Why it could not be done; null: nothing is in the way. */
  problem: string | null
  /** What sending it does, as a verb. */
  action: string
  /** `danger`: something is lost by it. */
  kind?: 'primary' | 'danger'
  busy: boolean
  /** What leaving it is called. */
  cancel?: string
  onCancel: () => void
}

/** The end of a dialogue's form: what went wrong, the way out, and what sends it. */
export function FormFoot({
  problem,
  action,
  kind = 'primary',
  busy,
  cancel = generalTexts.cancel,
  onCancel,
}: FormFootProps) {
  return (
    <>
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      <Actions>
        <Button kind="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" kind={kind} busy={busy}>
          {action}
        </Button>
      </Actions>
    </>
  )
}

/** The row of buttons at the end of a dialogue. */
function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
