import type { Database } from '#server/db/connection/database.ts'
import { days, now, type WorldPart } from '#server/db/testing/writer.ts'
import { createAccessTokensStore } from '#server/features/access-tokens/access-tokens.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const accessTokensWriters: WorldPart = {
  put: (database) => addToken(database, 'access-token'),

  writers: [
    { name: 'a token of a program made', write: addToken },
    {
      name: 'a token of a program revoked',
      write: (on) => createAccessTokensStore(on, noQueue).remove({ userId: 'anna', id: 'access-token', at: now }),
    },
  ],
}

function addToken(on: Database, id: string) {
  const token = { id, userId: 'anna', name: 'Home Assistant', scopes: ['DEVICES' as const], createdAt: now }
  const by = { sessionId: 'session-anna', tokenHash: hashOf(id), most: 10 }
  return createAccessTokensStore(on, noQueue).add({ ...token, expiresAt: days(1) }, by)
}
