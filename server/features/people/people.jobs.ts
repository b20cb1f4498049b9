import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hashOf } from '#server/platform/secrets.ts'
import type { PeopleStore } from './people.store.ts'
import { personInvitationEmail, personInvitedEmail } from './person-emails.ts'
import { personInvitation, personInvited } from './person-mails.ts'

interface Parts {
  store: Pick<PeopleStore, 'invitationOf' | 'invited'>
  messages: Pick<Messages, 'email'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}

/** Has the e-mails about invitations sent. */
export function registerPeopleJobs({ store, messages, clock, publicUrl }: Parts): void {
  messages.email(personInvitation, async (_about, { words: token }) => {
    const invited = token && (await store.invitationOf(hashOf(token), clock.now()))
    if (!invited) return null
    const link = `${publicUrl}/people/invitation?${new URLSearchParams({ token })}`
    return { to: invited.email, email: personInvitationEmail(invited, link) }
  })
  messages.email(personInvited, async ([personId], { owner, words: email }) => {
    const invited = await store.invited(personId)
    if (owner === null || email === null || invited === null) return null
    return { to: owner.email, email: personInvitedEmail({ ...invited, email }, `${publicUrl}/people`) }
  })
}
