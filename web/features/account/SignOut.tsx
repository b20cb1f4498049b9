import { Button } from '#web/kit/Button.tsx'
import { profileTexts } from './texts.ts'
import { useSignOut } from './use-sign-out.tsx'

export function SignOut() {
  const { leave, question } = useSignOut()
  return (
    <>
      <Button kind="secondary" onClick={leave}>
        {profileTexts.signOut}
      </Button>
      {question}
    </>
  )
}
