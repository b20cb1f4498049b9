import { Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect } from 'react'
import '#web/kit/dialog.css'
import { focusRegion } from '#web/kit/kept-focus.ts'
import { generalTexts } from '#web/texts/general.ts'

/** What opened a dialogue, and the region it is in. */
export interface Opener {
  element: Element
  region: HTMLElement | null
}

export interface DialogWindowProps {
  opened: boolean
  onClose: () => void
  title: string
  opener: RefObject<Opener | null>
  children?: ReactNode
}

/** A dialogue as it is drawn. Loaded on its own (`dialog-window.ts`): no screen opens with one. */
export function DialogWindow({ opened, onClose, title, opener, children }: DialogWindowProps) {
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

/**
 * Returns the focus to what opened the dialogue; if that is gone by now, to the region it was in. It is rendered in the
 * dialogue and removed with it: until then the focus is in there, also while the dialogue fades out.
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
