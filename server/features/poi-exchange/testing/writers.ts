import { type WorldPart, place, now } from '#server/db/testing/writer.ts'
import { createOwnPoisStore } from '#server/features/poi-exchange/own-pois.store.ts'

export const poiExchangeWriters: WorldPart = {
  async put(database) {
    await createOwnPoisStore(database).begin({ ...ownFile, id: 'file-1' }, 10)
    await createOwnPoisStore(database).add('file-1', 1, [
      { ...place, name: 'Rast', comment: '', kind: null, speed: null, direction: null },
    ])
    await createOwnPoisStore(database).show('file-1')
  },

  writers: [
    { name: 'a file of own POIs begun', write: (on, id) => createOwnPoisStore(on).begin({ ...ownFile, id }, 10) },
    { name: 'all own POIs removed', write: (on) => createOwnPoisStore(on).removeAll('anna'), isPartial: true },
  ],
}

const ownFile = {
  id: 'file-2',
  userId: 'anna',
  name: 'Tour',
  format: 'gpx' as const,
  readAt: now.toISOString(),
  pois: 1,
}
