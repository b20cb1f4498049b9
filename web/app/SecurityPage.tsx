import { useUser } from '#web/api/session/session.ts'
import { profileTexts } from '#web/features/account/texts.ts'
import { Passkeys } from '#web/features/passkeys/Passkeys.tsx'
import { ActivityCard } from '#web/features/activity/ActivityCard.tsx'
import { SecondFactor } from '#web/features/second-factor/SecondFactor.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { LockDrawing } from '#web/ui/pictures/screen-pictures.tsx'

/** /profile/security: how the account is signed in to, and what was done in it. */
export function SecurityPage() {
  const user = useUser()
  if (user === null) return null
  return (
    <Page title={profileTexts.security} lead={profileTexts.securityLead} sign={LockDrawing} width="reading">
      <Passkeys user={user} />
      <SecondFactor user={user} />
      <ActivityCard user={user} />
    </Page>
  )
}
