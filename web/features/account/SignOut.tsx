import { SignOutQuestion } from './SignOutQuestion.tsx'
import { profileTexts } from './texts.ts'
import { useSignOut } from './use-sign-out.ts'
import { Button } from '#web/ui/controls/Button.tsx'

export function SignOut() {
  const signOut = useSignOut()
  return (
    <>
      <Button kind="secondary" onClick={signOut.leave}>
        {profileTexts.signOut}
      </Button>
      <SignOutQuestion {...signOut} />
    </>
  )
}
