import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, place } from '#server/db/testing/writer.ts'
import { createGuardZonesStore } from '#server/features/guard-zones/guard-zones.store.ts'

export const guardZonesWriters: WorldPart = {
  async put(database) {
    await guardZones(database).create({ id: 'guard-zone-1', ...ownGuardZone }, now)
  },

  writers: [
    { name: 'a guard zone made', write: (on, id) => guardZones(on).create({ id, ...ownGuardZone }, now) },
    {
      name: 'a guard zone changed',
      write: (on) => guardZones(on).change({ id: 'guard-zone-1', userId: 'anna', change: ownGuardZone.entry }, now),
    },
    { name: 'a guard zone removed', write: (on) => guardZones(on).remove('anna', 'guard-zone-1', now) },
  ],
}

const ownGuardZone = {
  userId: 'anna',
  entry: { ...place, name: 'Zuhause', radiusMetres: 200, sharpness: 'SHARPER' as const, schedule: null },
}

/** Always the same shift: two writers at once are compared with one after the other. */
const guardZones = (database: Database) => createGuardZonesStore(database)
