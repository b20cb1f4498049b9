import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, days, now, first } from '#server/db/testing/writer.ts'
import { createPhonesStore } from '#server/features/phones/phones.store.ts'

export const phonesWriters: WorldPart = {
  put: putPhones,

  writers: [
    {
      name: 'a code for a phone',
      write: (on, id) =>
        createPhonesStore(on).ask(annasPhone, {
          number: '+491701234567',
          channel: 'SMS',
          codeHash: id,
          endsAt: days(1),
        }),
    },
    { name: 'a try to enter a code', write: (on) => createPhonesStore(on).takeTry(annasPhone, now) },
    { name: 'a phone confirmed', write: (on) => createPhonesStore(on).confirm(annasPhone, 'code', now) },
    {
      name: 'the phone of an emergency contact confirmed',
      write: (on) =>
        createPhonesStore(on).confirm({ contactId: 'contact-1', deviceId: first }, 'code of contact-1', now),
    },
    { name: 'a phone removed', write: (on) => createPhonesStore(on).remove(annasPhone, now) },
  ],
}

const annasPhone = { userId: 'anna', sessionId: 'session-anna' }

/** Both wait for a code. */
async function putPhones(database: Database): Promise<void> {
  const phones = createPhonesStore(database)
  const phone = { number: '+491701234567', channel: 'SMS', endsAt: days(1) } as const
  await phones.ask(annasPhone, { ...phone, codeHash: 'code' })
  await phones.ask({ contactId: 'contact-1', deviceId: first }, { ...phone, codeHash: 'code of contact-1' })
}
