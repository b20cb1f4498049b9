import { PlaceChoice } from './pois/PlaceChoice.tsx'
import { useUser } from '#web/api/session/session.ts'
import { AccountDeletionCard } from '#web/features/account-deletion/AccountDeletionCard.tsx'
import { profileTexts } from '#web/features/account/texts.ts'
import { ConsentsCard } from '#web/features/consents/ConsentsCard.tsx'
import { DataExportCard } from '#web/features/data-export/DataExportCard.tsx'
import { OwnToursCard } from '#web/features/own-tours/OwnToursCard.tsx'
import { PrivacyZonesCard } from '#web/features/privacy-zones/PrivacyZonesCard.tsx'
import { SharesCard } from '#web/features/shares/SharesCard.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { FolderDrawing } from '#web/ui/pictures/screen-pictures.tsx'

/** /profile/data: every right over one's data in one place. */
export function MyDataPage() {
  const user = useUser()
  if (user === null) return null
  return (
    <Page title={profileTexts.myData} lead={profileTexts.myDataLead} sign={FolderDrawing} width="reading">
      <ConsentsCard />
      <DataExportCard user={user} />
      <OwnToursCard />
      <PrivacyZonesCard PlaceChoice={PlaceChoice} />
      <SharesCard />
      <AccountDeletionCard user={user} />
    </Page>
  )
}
