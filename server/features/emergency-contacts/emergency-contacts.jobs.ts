import * as z from 'zod'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import type { EmergencyContactsStore } from './emergency-contacts.store.ts'
import { emergencyInvitationMail, emergencyInvitedMail } from './emergency-mails.ts'
import { invitationEmail, invitedEmail } from './invitation-emails.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'

const emergencyContactsPurge = job('emergency-contacts-purge', z.object({}))

const { leftDays } = emergencyContactsServerLimits

interface Parts {
  store: Pick<EmergencyContactsStore, 'invitationOf' | 'addLink' | 'purge'>
  mailer: Pick<Mailer, 'send'>
  clock: Clock
  publicUrl: string
}

export function registerEmergencyContactsJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
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
  jobs.every(emergencyContactsPurge, '47 3 * * *', async () => {
    const before = new Date(clock.now().getTime() - leftDays * dayMs)
    await store.purge({ leftBefore: before, expiredBefore: before })
  })
}
