import * as z from 'zod'
import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { createSecret } from '#server/platform/secrets.ts'
import { alarmLink } from '../emails/alarm-email.ts'
import type { AlarmHopsStore, HopContent } from './alarm-hops.store.ts'
import type { AlarmLinksStore } from '../answers/alarm-links.store.ts'
import { hopMessage } from '../emails/alarm-messages.ts'
import { contactsByEmail, correctTurns, hopConsequence, peopleByPhone } from './chain-turns.ts'
import { hopEmail } from './hop-email.ts'
import { hopSpeech, hopText } from './hop-message.ts'

/** Of a version before, whose name it is: both begin it each minute. */
const alarmHopsDue = job('alarm-hops-due', z.object({}))

interface Parts {
  database: Database
  hops: AlarmHopsStore
  messages: Pick<Messages, 'email' | 'phone' | 'wake'>
  links: Pick<AlarmLinksStore, 'add' | 'addForOwner'>
  contacts: Pick<EmergencyContactsStore, 'addLink'>
  /** To all phones, of the whole installation. */
  phoneMessagesPerDay: number
  clock: Clock
  publicUrl: string
}

/** Says what the messages of chains to emergency contacts and to phones say, and keeps their turns right. */
export function registerAlarmHopsJobs(
  jobs: Pick<Jobs, 'every'>,
  { database, hops, messages, links, contacts, phoneMessagesPerDay, clock, publicUrl }: Parts,
): void {
  messages.email(
    hopMessage,
    async ([alarmId], { id, number }) => {
      const consequence = hopConsequence(alarmId, number)
      const hop = await hops.read(id, clock.now())
      if (hop === null) return { unsent: 'STOPPED', consequence }
      const { contactId, email, kind } = hop
      if (contactId === null || email === null) return { unsent: 'FAILED', consequence }
      if (await hops.isEnoughByEmail(id, { email, kind }, clock.now())) return { unsent: 'WITHHELD', consequence }
      const [answer, leave] = [createSecret(), createSecret()]
      await links.add({ tokenHash: answer.hash, alarmId, contactId }, clock.now())
      await contacts.addLink(contactId, leave.hash, clock.now())
      return {
        to: email,
        email: hopEmail(hop, { alarm: answer.token, contact: leave.token }, publicUrl),
        // While it waits for its turn somebody may answer, or the contact leave.
        isWanted: async () => (await hops.read(id, clock.now()))?.email === email,
        consequence,
      }
    },
    { lane: contactsByEmail },
  )

  /**
   * The token of a link: one more for each try, and all are valid, because a message that was taken after all may not be
   * known to be. Null if the owner is not reached there any more.
   */
  const newToken = async (
    { alarmId, contactId, ownerId: userId }: HopContent,
    phone: string,
  ): Promise<string | null> => {
    const { token, hash: tokenHash } = createSecret()
    const isAdded =
      contactId === null
        ? await links.addForOwner({ tokenHash, alarmId, reached: { userId, phone } }, clock.now())
        : await links.add({ tokenHash, alarmId, contactId }, clock.now())
    return isAdded ? token : null
  }

  messages.phone(
    hopMessage,
    async ([alarmId], { id, number, channel }) => {
      const consequence = hopConsequence(alarmId, number)
      const hop = await hops.read(id, clock.now())
      if (hop === null) return { unsent: 'STOPPED', consequence }
      const { phone, ownerId, kind } = hop
      if (phone === null) return { unsent: 'BOUNCED', consequence }
      if (await hops.isEnoughByPhone(id, { phone, ownerId, kind }, phoneMessagesPerDay, clock.now())) {
        return { unsent: 'WITHHELD', consequence }
      }
      if (channel === 'VOICE') return { to: phone, text: hopSpeech(hop), consequence }
      const token = await newToken(hop, phone)
      // Its number is nobody's any more.
      if (token === null) return { unsent: 'STOPPED', consequence }
      return { to: phone, text: hopText(hop, alarmLink(publicUrl, token)), consequence }
    },
    peopleByPhone,
  )

  jobs.every(alarmHopsDue, '* * * * *', async () => {
    if ((await correctTurns(database, clock.now())) > 0) await messages.wake()
  })
}
