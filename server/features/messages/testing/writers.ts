import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { raiseReminder, reminderMessage } from '#server/db/shared/reminders.ts'
import { first, minutes, now, third, type WorldPart } from '#server/db/testing/writer.ts'
import { createDigestsStore, digestMessage } from '#server/features/messages/digests.store.ts'
import { createMessageWishesStore } from '#server/features/messages/message-wishes.store.ts'
import { createMessagesStore, usualTurns } from '#server/features/messages/messages.store.ts'
import { see } from '#server/features/saved-routes/saved-routes.store.ts'
import { emailName } from '#server/mail/email-name.ts'

export const messagesWriters: WorldPart = {
  put: addReminders,

  writers: [
    {
      name: 'a message on its way',
      write: (on) => createMessagesStore(on).begin(reminders, now),
      isPartial: true,
    },
    {
      name: 'a message sent, and what follows',
      write: (on) =>
        createMessagesStore(on).end({ id: firstReminder, tries: 1 }, { state: 'SENT', retryAt: null }, now, {
          holding: { accounts: ['anna'] },
          follow: (writing) => see(writing, { userId: 'anna', id: 'route-1', known: ['poi 1'] }),
        }),
      isPartial: true,
    },
    {
      name: 'a message that is not wanted about a vehicle',
      isOwners: true,
      write: (on) =>
        createMessageWishesStore(on).changeWish(
          'anna',
          first,
          { topic: 'WEATHER', channel: 'PUSH', wanted: false },
          now,
        ),
    },
    {
      name: 'a message that an invited person does not want',
      write: (on) =>
        createMessageWishesStore(on).changeWishOfPerson(
          'bert',
          first,
          { topic: 'THEFT', channel: 'EMAIL', wanted: false },
          now,
        ),
    },
    {
      name: 'reminders that are not wanted',
      write: (on) => createMessageWishesStore(on).changeUnwantedReminders('anna', ['SEASON'], now),
    },
    {
      name: 'a message that goes in the e-mail of a day',
      write: (on) => createDigestsStore(on).join({ id: firstReminder, tries: 1, owner: anna }, now),
    },
    {
      name: 'what goes in the e-mail of a day, claimed',
      prepare: (on) => createDigestsStore(on).join({ id: firstReminder, tries: 1, owner: anna }, now),
      write: (on) => createDigestsStore(on).collect({ id: digestOfAnna, tries: 1 }, now),
      isPartial: true,
    },
    {
      name: 'quiet hours',
      write: (on) => createMessageWishesStore(on).changeQuietHours('anna', { from: '22:00', to: '07:00' }),
    },
  ],
}

const anna = { userId: 'anna', email: 'anna@example.org' }
const digestOfAnna = emailName(digestMessage.name, 'anna', now.toISOString())

const reminders = { channels: ['EMAIL'], kinds: [reminderMessage.name], turns: usualTurns } as const

const firstReminder = emailName(reminderMessage.name, 'anna', first, 'CONSENT', 'one')

/** About two devices of one account; the first is being sent. */
async function addReminders(database: Database): Promise<void> {
  await inTransaction(database, { devices: [first, third] }, async (writing) => {
    for (const [deviceId, at] of [
      [first, minutes(-2)],
      [third, minutes(-1)],
    ] as const) {
      await raiseReminder(writing, { deviceId, kind: 'CONSENT', occasion: 'one', at })
    }
  })
  await createMessagesStore(database).begin(reminders, minutes(-1))
}
