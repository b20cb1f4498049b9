import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { session } from '#web/api/session/session.ts'
import { configurationTexts } from './texts.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'

const texts = configurationTexts.leave

/** Asks before unsaved changes are left behind: within the app, and by closing or reloading the page. */
export function LeaveGuard({ active }: { active: boolean }) {
  // Users who are signed out have to leave; what they typed is kept for their return.
  const blocker = useBlocker(() => active && session.current().token !== null)

  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])

  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={texts.title}
      action={texts.action}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  )
}
