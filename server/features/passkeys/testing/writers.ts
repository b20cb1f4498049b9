import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, minutes } from '#server/db/testing/writer.ts'
import { createPasskeysStore } from '#server/features/passkeys/passkeys.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const passkeysWriters: WorldPart = {
  async put(database) {
    await addPasskey(database, 'passkey')
    const over = { purpose: 'sign-in', sessionId: null } as const
    await createPasskeysStore(database, noQueue).addChallenge(hashOf('challenge'), over, null, now)
  },

  writers: [
    { name: 'a passkey added', write: (on, id) => addPasskey(on, id) },
    {
      name: 'a passkey removed',
      write: (on) => createPasskeysStore(on, noQueue).remove({ userId: 'anna', id: 'passkey', at: now }),
    },
    {
      name: 'a passkey renamed',
      write: (on) =>
        createPasskeysStore(on, noQueue).rename({ userId: 'anna', id: 'passkey', name: 'Schlüssel', at: now }),
    },
    {
      name: 'a passkey asked for',
      write: (on, id) =>
        createPasskeysStore(on, noQueue).addChallenge(
          hashOf(id),
          { purpose: 'registration', sessionId: 'session-anna' },
          'anna',
          minutes(5),
        ),
    },
    {
      name: 'the end of passkeys’ challenges',
      write: (on) => createPasskeysStore(on, noQueue).purgeChallenges(minutes(1)),
      isPartial: true,
    },
  ],
}

function addPasskey(database: Database, id: string) {
  const key = {
    credentialId: Buffer.from(id),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    canBeBackedUp: false,
    backedUp: false,
  }
  const passkey = { id, userId: 'anna', sessionId: 'session-anna', name: 'Handy', at: now, key }
  return createPasskeysStore(database, noQueue).add(passkey, 5)
}
