import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, first, now, days, minutes } from '#server/db/testing/writer.ts'
import { linkToAlarm } from '#server/features/alarms/testing/writers.ts'
import { createEmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { putHops } from '#server/features/alarms/testing/hops.ts'

export const emergencyContactsWriters: WorldPart = {
  put: putChain,

  writers: [
    {
      name: 'an emergency contact invited',
      isOwners: true,
      write: (on, id) => inviteContact(on, id, `${id}@example.org`),
    },
    {
      name: 'the order of emergency contacts',
      isOwners: true,
      write: (on) =>
        createEmergencyContactsStore(on, noQueue).change({
          userId: 'anna',
          deviceId: first,
          waitMinutes: 20,
          order: ['contact-2', 'contact-1'],
          at: now,
        }),
    },
    {
      name: 'an emergency contact removed',
      isOwners: true,
      write: (on) =>
        createEmergencyContactsStore(on, noQueue).remove({ deviceId: first, contactId: 'contact-1', at: now }),
    },
    {
      name: 'an invitation accepted',
      write: (on) => createEmergencyContactsStore(on, noQueue).accept(hashOf('contact-2'), 1, now),
    },
    {
      name: 'an emergency contact leaving',
      write: (on) => createEmergencyContactsStore(on, noQueue).leave(hashOf('contact-1'), now),
    },
  ],
}

function inviteContact(database: Database, id: string, email: string) {
  const invitation = { id, userId: 'anna', sessionId: 'session-anna', deviceId: first, email, at: now, endsAt: days(7) }
  return createEmergencyContactsStore(database, noQueue).invite(invitation)
}

/** Anna has invited two; one has accepted, and is to hear of two alarms. */
async function putChain(database: Database): Promise<void> {
  const contacts = createEmergencyContactsStore(database, noQueue)
  for (const id of ['contact-1', 'contact-2']) {
    await inviteContact(database, id, `${id}@example.org`)
    await contacts.addLink(id, hashOf(id), now)
  }
  await contacts.accept(hashOf('contact-1'), 1, now)
  await linkToAlarm(database, 'alarm link')
  const waits = { contactId: 'contact-1', dueAt: now, state: 'QUEUED' } as const
  const sent = { ...waits, state: 'SENT', begunAt: minutes(-1), endedAt: minutes(-1) } as const
  const hops = [
    { ...waits, alarmId: 'alarm-1', number: 1 },
    { ...waits, alarmId: 'alarm-3', number: 1 },
    { ...sent, alarmId: 'alarm-1', number: 2 },
    { ...waits, alarmId: 'alarm-1', number: 3, dueAt: minutes(9) },
    { ...sent, alarmId: 'alarm-3', number: 2, contactId: 'contact who left' },
    { ...waits, alarmId: 'alarm-3', number: 3, dueAt: minutes(9) },
  ]
  await putHops(
    database,
    hops.map((hop) => ({ ...hop, channel: 'EMAIL' as const })),
  )
}
