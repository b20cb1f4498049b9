import type { Clock } from '#server/platform/clock.ts'
import type { EmergencyContactsStore } from './emergency-contacts.store.ts'
import { emergencyInvitationMail, emergencyInvitedMail } from './emergency-mails.ts'
import { invitationEmail, invitedEmail } from './invitation-emails.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/platform/secrets.ts'

interface Parts {
  store: Pick<EmergencyContactsStore, 'invitationOf' | 'addLink'>
  mailer: Pick<Mailer, 'send'>
  clock: Clock
  publicUrl: string
}

export function registerEmergencyContactsJobs(
  jobs: Pick<Jobs, 'on'>,
  { store, mailer, clock, publicUrl }: Parts,
): void {
  jobs.on(emergencyInvitationMail, async ({ contactId }, id) => {
    const invited = await store.invitationOf(contactId, clock.now())
    if (invited === null) return
    const { token, hash } = createSecret()
    await store.addLink(contactId, hash, clock.now())
    await mailer.send(invited.email, invitationEmail(invited, `${publicUrl}/emergency-contact#${token}`), { id })
  })
  jobs.on(emergencyInvitedMail, async ({ contactId }, id) => {
    const invited = await store.invitationOf(contactId, clock.now())
    if (invited === null) return
    await mailer.send(invited.ownerEmail, invitedEmail(invited, `${publicUrl}/tracking#alarm`), { id })
  })
}
