import { useState } from 'react'
import { useNavigate } from 'react-router'
import { countKept, outbox } from '#web/api/outbox.ts'
import { useUser } from '#web/api/session.ts'
import { signOut } from '#web/api/sign-in.ts'
import { forgetDrafts } from '#web/kit/drafts.ts'
import { paths } from '#web/kit/paths.ts'

/** Signs out at once; where changes wait to be sent, their user is asked first, because they would be lost. */
export function useSignOut() {
  const navigate = useNavigate()
  const user = useUser()
  const [lost, setLost] = useState(0)
  const end = () => {
    setLost(0)
    void signOut()
    forgetDrafts()
    void navigate(paths.login)
  }
  const endOrAsk = (waiting: number) => (waiting === 0 ? end() : setLost(waiting))
  return {
    /** How many changes would be lost, as long as their user is asked; else 0. */
    lost,
    leave() {
      if (user !== null) endOrAsk(outbox.current().length)
      // The server did not say whose session it is, so nothing of it was looked at.
      else void countKept().then(endOrAsk)
    },
    end,
    stay: () => setLost(0),
  }
}
