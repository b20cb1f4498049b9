import { Suspense } from 'react'
import { auth, type User } from '#contract/auth/auth.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths } from '#web/browser/paths.ts'
import { EnvelopeDrawing, FolderDrawing, LockDrawing, TownSign } from '#web/ui/pictures/screen-pictures.tsx'
import { SignLink, SignLinks } from '#web/ui/pictures/SignLinks.tsx'
import { Sessions } from '#web/features/account/Sessions.tsx'
import { SignInData } from '#web/features/account/SignInData.tsx'
import { profileTexts } from '#web/features/account/texts.ts'
import { ProgramsCard } from '#web/features/access-tokens/ProgramsCard.tsx'
import { CalendarCard } from '#web/features/calendar/CalendarCard.tsx'
import { InstallCard } from '#web/features/install/InstallCard.tsx'
import { PhoneCard } from '#web/features/phones/PhoneCard.tsx'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { VehiclePicture } from '#web/features/upload/VehiclePicture.tsx'

const ProgramCards = lazyExtra(async () => (await import('./ProgramCards.tsx')).ProgramCards)

/** /profile: shown only with a user. Signing out here leaves the screen before anything is fetched again. */
export function ProfilePage() {
  const user = useUser()
  return user === null ? null : <Profile remembered={user} />
}

/** The server's word is newer than what the session remembers. */
function Profile({ remembered }: { remembered: User }) {
  const user = useCall(auth.profile).data?.user ?? remembered
  const hasPhones = useConfig()?.phones === true
  return (
    <Page title={profileTexts.title} lead={profileTexts.lead} sign={TownSign} width="reading">
      <MoreScreens isComplete={user.emailVerified && user.imeiVerified} />
      <SignInData user={user} />
      {!user.demo && user.emailVerified && user.imeiVerified && <VehiclePicture user={user} />}
      <Sessions user={user} />
      {hasPhones && !user.demo && user.emailVerified && user.imeiVerified && <PhoneCard />}
      {!user.demo && user.emailVerified && user.imeiVerified && <CalendarCard />}
      {!user.demo && user.emailVerified && user.imeiVerified && <ProgramsCard />}
      {!user.demo && user.emailVerified && user.imeiVerified && (
        <Suspense>
          <ProgramCards />
        </Suspense>
      )}
      <InstallCard />
    </Page>
  )
}

/** @param isComplete messages of an account can be listed. */
function MoreScreens({ isComplete }: { isComplete: boolean }) {
  return (
    <SignLinks label={profileTexts.more}>
      <SignLink to={paths.security} sign={LockDrawing} words={profileTexts.securityLead}>
        {profileTexts.security}
      </SignLink>
      <SignLink to={paths.myData} sign={FolderDrawing} words={profileTexts.myDataLead}>
        {profileTexts.myData}
      </SignLink>
      {isComplete && (
        <SignLink to={paths.messages} sign={EnvelopeDrawing} words={profileTexts.messagesLead}>
          {profileTexts.messages}
        </SignLink>
      )}
    </SignLinks>
  )
}
