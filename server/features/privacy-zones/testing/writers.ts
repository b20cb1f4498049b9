import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, place } from '#server/db/testing/writer.ts'
import { createPrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'

export const privacyZonesWriters: WorldPart = {
  async put(database) {
    await zones(database).create({ id: 'zone-1', ...ownZone }, now)
  },

  writers: [
    { name: 'a privacy zone made', write: (on, id) => zones(on).create({ id, ...ownZone }, now) },
    {
      name: 'a privacy zone changed',
      write: (on) => zones(on).change({ id: 'zone-1', userId: 'anna', change: ownZone.entry }, now),
    },
    { name: 'a privacy zone removed', write: (on) => zones(on).remove('anna', 'zone-1', now) },
  ],
}

const ownZone = { userId: 'anna', entry: { ...place, name: 'Zuhause', radiusMetres: 200 } }

const zones = (database: Database) => createPrivacyZonesStore(database, () => 0.5)
