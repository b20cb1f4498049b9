import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now } from '#server/db/testing/writer.ts'
import { createPushStore } from '#server/features/push/push.store.ts'

export const pushWriters: WorldPart = {
  async put(database) {
    for (const userId of ['anna', 'bert']) await subscribe(database, userId, userId)
    await subscribe(database, 'anna', 'own')
  },

  writers: [
    { name: 'push at Anna’s browser', write: (on) => subscribe(on, 'anna', 'bert') },
    { name: 'push at Bert’s browser', write: (on) => subscribe(on, 'bert', 'anna') },
  ],
}

/** @param at names the browser: with the same name, another account has signed in there. */
function subscribe(database: Database, userId: string, at: string) {
  const target = {
    endpoint: `https://push.example.org/${at}`,
    publicKey: Buffer.from('key'),
    secret: Buffer.from('secret'),
  }
  return createPushStore(database).add(
    { id: `push-${userId}-${at}`, userId, sessionId: `session-${userId}`, target, now },
    5,
  )
}
