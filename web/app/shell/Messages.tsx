import { useSyncExternalStore } from 'react'
import styles from '#web/app/shell/Messages.module.css'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { dismiss, shownMessages } from '#web/ui/text/notify.ts'

/** The passing messages, below the header, where they push the page down and cover nothing of it. The region is always there, so that what appears in it is read out. */
export function Messages() {
  const messages = useSyncExternalStore(shownMessages.subscribe, shownMessages.current, shownMessages.current)
  return (
    <div className={styles.messages} aria-live="polite" role="region" aria-label="Meldungen">
      {messages.map(({ id, kind, text, actions }) => (
        <div key={id} className={styles.message}>
          <Notice kind={kind} live={kind === 'danger'} actions={actions?.(() => dismiss(id))}>
            {text}
          </Notice>
          <button type="button" className={styles.close} onClick={() => dismiss(id)} aria-label="Meldung schließen">
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  )
}
