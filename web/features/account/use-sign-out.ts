import { useState } from 'react'
import { useNavigate } from 'react-router'
import { outbox } from '#web/api/offline/outbox.ts'
import { signOut } from '#web/api/session/sign-in.ts'
import { forgetDrafts } from '#web/forms/drafts.ts'
import { paths } from '#web/browser/paths.ts'

/** Signs out at once; where changes wait to be sent, their user is asked first, because they would be lost. */
export function useSignOut() {
  const navigate = useNavigate()
  const [lost, setLost] = useState(0)
  const end = () => {
    setLost(0)
    void signOut()
    forgetDrafts()
    void navigate(paths.login)
  }
  return {
    /** How many changes would be lost, as long as their user is asked; else 0. */
    lost,
    leave() {
      const waiting = outbox.current().length
      if (waiting === 0) end()
      else setLost(waiting)
    },
    end,
    stay: () => setLost(0),
  }
}
