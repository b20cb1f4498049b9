import type { Database } from '#server/db/connection/database.ts'
import { days, first, now, second, type WorldPart } from '#server/db/testing/writer.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { createPeopleStore } from '#server/features/people/people.store.ts'

export const peopleWriters: WorldPart = {
  /** Bert drives Anna's first vehicle, and is invited by her to nothing else; Anna is invited to his. */
  async put(database) {
    await invite(database, { id: 'person-1', from: 'anna', deviceId: first, email: 'bert@example.org' })
    await accept(database, 'person-1', 'bert')
    await invite(database, { id: 'person-2', from: 'bert', deviceId: second, email: 'anna@example.org' })
  },

  writers: [
    {
      name: 'a person invited',
      isOwners: true,
      write: (on, id) => invite(on, { id, from: 'anna', deviceId: first, email: `${id}@example.org` }),
    },
    {
      name: 'a person removed',
      isOwners: true,
      write: (on) => createPeopleStore(on).remove({ deviceId: first, personId: 'person-1', at: now }),
    },
    { name: 'an invitation to a vehicle accepted', write: (on) => accept(on, 'person-2', 'anna') },
    {
      name: 'a person leaving',
      write: (on) => createPeopleStore(on).leave({ deviceId: first, userId: 'bert', at: now }),
    },
    {
      name: 'a look of a person',
      write: (on) => createPeopleStore(on).look({ deviceId: first, userId: 'bert', at: now }),
    },
  ],
}

function invite(database: Database, given: { id: string; from: string; deviceId: string; email: string }) {
  const { id, from: userId, deviceId, email } = given
  return createPeopleStore(database).invite({
    id,
    userId,
    sessionId: `session-${userId}`,
    deviceId,
    name: id,
    email,
    role: 'DRIVER',
    endsAt: null,
    invitationEndsAt: days(7),
    secret: { token: id, hash: hashOf(id) },
    at: now,
  })
}

function accept(database: Database, id: string, userId: string) {
  return createPeopleStore(database).accept({ tokenHash: hashOf(id), userId, email: `${userId}@example.org`, at: now })
}
