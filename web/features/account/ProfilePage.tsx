import { auth, type User } from '#contract/auth.ts'
import { useCall } from '#web/api/queries.ts'
import { useUser } from '#web/api/session.ts'
import { Page } from '#web/kit/Page.tsx'
import { Sessions } from './Sessions.tsx'
import { SignInData } from './SignInData.tsx'
import { profileTexts } from './texts.ts'
import { VehiclePicture } from './VehiclePicture.tsx'

/** /profile: nobody sees it without a user, and who signs out here leaves before anything is asked again. */
export function ProfilePage() {
  const user = useUser()
  return user === null ? null : <Profile remembered={user} />
}

/** The server's word is newer than what the session remembers. */
function Profile({ remembered }: { remembered: User }) {
  const user = useCall(auth.profile).data?.user ?? remembered
  return (
    <Page title={profileTexts.title} width="reading">
      <SignInData user={user} />
      {!user.demo && user.emailVerified && user.imeiVerified && <VehiclePicture user={user} />}
      <Sessions user={user} />
    </Page>
  )
}
