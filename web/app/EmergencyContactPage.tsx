import { useConfig } from '#web/api/calls/config.ts'
import { InvitationCard } from '#web/features/emergency-contacts/InvitationCard.tsx'
import { emergencyContactsTexts } from '#web/features/emergency-contacts/texts.ts'
import { ContactPhone } from '#web/features/phones/ContactPhone.tsx'
import { LinkPage } from '#web/ui/layout/LinkPage.tsx'

/** /emergency-contact#…: what an emergency contact decides, and gives, by a link. */
export function EmergencyContactPage() {
  const hasPhones = useConfig()?.phones === true
  return (
    <LinkPage title={emergencyContactsTexts.invitation.title}>
      {(token) => <InvitationCard token={token}>{hasPhones && <ContactPhone token={token} />}</InvitationCard>}
    </LinkPage>
  )
}
