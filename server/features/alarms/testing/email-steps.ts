import type { ClaimedMessage } from '#server/features/messages/claimed-message.ts'
import type { Database } from '#server/db/connection/database.ts'
import { createAlarmEmailsStore, type AlarmEmail } from '#server/features/alarms/emails/alarm-emails.store.ts'
import { emailIdOf } from '#server/features/alarms/emails/alarm-email-id.ts'
import { alarmMessage } from '#server/features/alarms/emails/alarm-messages.ts'
import { contactsWait } from '#server/features/alarms/chain/chains.ts'
import { alarmTurns, createMessagesStore, type Lane } from '#server/features/messages/messages.store.ts'
import type { DeliveryAction } from '#domain/messages/email-delivery.ts'
import { nextTry } from '#domain/messages/messages.ts'

export const ownersEmails: Lane = {
  channels: ['EMAIL'],
  turns: alarmTurns,
  kinds: [alarmMessage.name],
  whenBegun: contactsWait,
}

/** The steps of a worker that sends alarms' e-mails to their owners (`messages.jobs.ts`), one by one. */
export function createEmailSteps(database: Database) {
  const messages = createMessagesStore(database)
  const emails = createAlarmEmailsStore(database)
  const claimed = new Map<string, ClaimedMessage>()
  const claimOf = (alarmId: string): ClaimedMessage => {
    const claim = claimed.get(alarmId)
    if (claim === undefined) throw new Error('it was not begun')
    return claim
  }
  return {
    /** The next one that is due and wanted; null if none is. */
    async begin(now: Date): Promise<AlarmEmail | null> {
      for (;;) {
        const claim = await messages.begin(ownersEmails, now)
        if (claim === null) return null
        const [alarmId = ''] = claim.about
        claimed.set(alarmId, claim)
        if (!(await emails.isAnswered(alarmId, now))) return emails.read(alarmId, now)
        await messages.end(claim, { state: 'STOPPED', retryAt: null }, now)
      }
    },
    renew: (alarmId: string, now: Date) => messages.renew(claimOf(alarmId), now),
    async end(alarmId: string, state: 'SENT' | 'QUEUED' | 'BOUNCED', now: Date): Promise<void> {
      const claim = claimOf(alarmId)
      const retryAt = state === 'QUEUED' ? nextTry({ ...claim, ...alarmMessage }, now) : null
      await messages.end(claim, { state, retryAt }, now, await emails.consequenceOf(alarmId))
    },
    report: async (alarmId: string, actions: readonly DeliveryAction[], now: Date) =>
      messages.report(emailIdOf(alarmId), actions, now, await emails.consequenceOf(alarmId)),
  }
}
