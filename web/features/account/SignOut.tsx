import { useNavigate } from 'react-router'
import { signOut } from '#web/api/sign-in.ts'
import { Button } from '#web/kit/Button.tsx'
import { forgetDrafts } from '#web/kit/drafts.ts'
import { paths } from '#web/kit/paths.ts'
import { profileTexts } from './texts.ts'

/** Signs out at once; the server is informed if it can be reached. */
export function SignOut() {
  const navigate = useNavigate()
  const leave = () => {
    void signOut()
    forgetDrafts()
    void navigate(paths.login)
  }
  return (
    <Button kind="secondary" onClick={leave}>
      {profileTexts.signOut}
    </Button>
  )
}
