import { type WorldPart, now, minutes } from '#server/db/testing/writer.ts'
import { createHiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'

export const hiddenPoisWriters: WorldPart = {
  async put(database) {
    await database.insertInto('hidden_pois').values({ user_id: 'anna', poi_id: 'gone', hidden_at: now }).execute()
    await createHiddenPoisStore(database).hide('bert', 'report-1', minutes(-10))
  },

  writers: [{ name: 'a POI hidden', write: (on) => createHiddenPoisStore(on).hide('anna', 'report-1', now) }],
}
