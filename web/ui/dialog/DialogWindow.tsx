import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '#web/ui/layout/classes.ts'
import { CloseButton } from '#web/ui/controls/CloseButton.tsx'
import styles from './DialogWindow.module.css'
import { focusRegion } from '#web/browser/kept-focus.ts'

interface DialogWindowProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What the cross does, in words. */
  closeLabel: string
  className?: string | undefined
  children: ReactNode
}

/** The browser's own modal window: what is below it is out of reach. Escape, the cross and a click beside it close it. */
export function DialogWindow({ opened, ...window }: DialogWindowProps) {
  return opened ? createPortal(<OpenWindow {...window} />, document.body) : null
}

function OpenWindow({ onClose, title, closeLabel, className, children }: Omit<DialogWindowProps, 'opened'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useEffectEvent(onClose)
  // Before it is taken out of the page: only an element in it can give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    return element === null ? undefined : openModal(element, () => close())
  }, [])
  return (
    <dialog ref={dialog} className={classes(styles.dialog, className)} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <CloseButton label={closeLabel} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}

/** @returns what closes it and gives the focus back: to what opened it, as the browser does, or to the region that was in. */
function openModal(dialog: HTMLDialogElement, onClose: () => void): () => void {
  const opener = document.activeElement
  const region = opener?.closest('section')
  const listening = new AbortController()
  const on = (type: 'cancel' | 'close' | 'mousedown' | 'click', listener: (event: Event) => void) =>
    dialog.addEventListener(type, listener, { signal: listening.signal })

  // Its opener takes it away: it does not close by itself. A choice of files that is cancelled says so, too.
  on('cancel', (event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    onClose()
  })
  // Chromium closes it in spite of that at a second Escape. Where it is to stay, as while its call is under way, it is opened again.
  on('close', () => {
    onClose()
    setTimeout(() => {
      if (!listening.signal.aborted && !dialog.open) dialog.showModal()
    })
  })
  // To select a text beyond the edge is no click beside it.
  let begunBeside = false
  on('mousedown', (event) => (begunBeside = isBeside(dialog, event)))
  on('click', (event) => begunBeside && isBeside(dialog, event) && onClose())

  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  return () => {
    listening.abort()
    dialog.close()
    if (opener?.isConnected === false && region?.isConnected === true) focusRegion(region)
  }
}

/** Whether it was pressed outside the dialogue's box; the browser says of such a press that it was on the dialogue. */
function isBeside(dialog: HTMLDialogElement, event: Event): boolean {
  if (event.target !== dialog || !(event instanceof MouseEvent)) return false
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const { clientX, clientY } = event
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
