import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, first, days } from '#server/db/testing/writer.ts'
import { createSharesStore } from '#server/features/shares/shares.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const sharesWriters: WorldPart = {
  async put(database) {
    for (const id of ['share-1', 'share-2']) await sharesOf(database).add({ ...share, id }, madeBy(id))
  },

  writers: [
    { name: 'a share made', isOwners: true, write: (on, id) => sharesOf(on).add({ ...share, id }, madeBy(id)) },
    { name: 'a share revoked', write: (on) => sharesOf(on).revoke('anna', 'share-1', now) },
    {
      name: 'a share used',
      isOwners: true,
      write: (on) => sharesOf(on).use({ shareId: 'share-2', deviceId: first }, now),
    },
  ],
}

const sharesOf = (database: Database) => createSharesStore(database, noQueue)

const madeBy = (id: string) => ({ sessionId: 'session-anna', tokenHash: hashOf(id), consentVersion: 1 })

const share = {
  userId: 'anna',
  deviceId: first,
  recipient: 'Versicherung',
  scopes: ['POSITIONS' as const],
  createdAt: now,
  endsAt: days(1),
}
