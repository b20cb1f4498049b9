import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { countKept, outbox } from '#web/api/outbox.ts'
import { useUser } from '#web/api/session.ts'
import { signOut } from '#web/api/sign-in.ts'
import { signOutTexts as texts } from './sign-out-texts.ts'
import { ConfirmDialog } from '#web/kit/Dialog.tsx'
import { forgetDrafts } from '#web/kit/drafts.ts'
import { paths } from '#web/kit/paths.ts'

/**
 * Signs out at once; where changes wait to be sent, it asks first, because they would be lost.
 * @returns what a button does, and the question, which stands where nothing closes it.
 */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const navigate = useNavigate()
  const user = useUser()
  const [waiting, setWaiting] = useState(0)
  const end = () => {
    setWaiting(0)
    void signOut()
    forgetDrafts()
    void navigate(paths.login)
  }
  const endOrAsk = (count: number) => (count === 0 ? end() : setWaiting(count))
  const leave = () => {
    if (user !== null) endOrAsk(outbox.current().length)
    // The server did not say whose session it is, so nothing of it was looked at.
    else void countKept().then(endOrAsk)
  }
  const question = (
    <ConfirmDialog
      opened={waiting > 0}
      title={texts.title}
      action={texts.action}
      onConfirm={end}
      onClose={() => setWaiting(0)}
    >
      <p>{texts.lost(waiting)}</p>
    </ConfirmDialog>
  )
  return { leave, question }
}
