import type { Database } from '#server/db/connection/database.ts'
import { first, minutes, now, place, type WorldPart } from '#server/db/testing/writer.ts'
import { createOwnPlacesStore } from '#server/features/own-places/own-places.store.ts'
import { createPlaceWeatherStore } from '#server/features/own-places/place-weather.store.ts'
import { createPlaceVisitsStore } from '#server/features/own-places/place-visits.store.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { stormOver } from './storm.ts'

export const ownPlacesWriters: WorldPart = {
  async put(database) {
    await places(database).create({ id: 'place-1', ...ownPlace }, minutes(-60))
  },

  writers: [
    { name: 'a place made', write: (on, id) => places(on).create({ id, ...ownPlace }, now) },
    {
      name: 'a place changed',
      write: (on) => places(on).change({ id: 'place-1', userId: 'anna', change: ownPlace.entry }, now),
    },
    { name: 'a place removed', write: (on) => places(on).remove('anna', 'place-1', now) },
    {
      name: 'an arrival told',
      write: (on) => createPlaceVisitsStore(on).tell(watched, { visit: 'ARRIVED', at: minutes(-5) }, now),
    },
    {
      name: 'the weather at a place told',
      prepare: (on) => createWeatherImport(on).replace(stormOver(place, now), async () => undefined),
      write: (on) => createPlaceWeatherStore(on).tell({ placeId: 'place-1', userId: 'anna' }, now),
    },
  ],
}

const circle = { ...place, name: 'Zuhause', radiusMetres: 200 }
const watches = [{ deviceId: first, visits: ['ARRIVED' as const] }]
const ownPlace = { userId: 'anna', entry: { ...circle, watches, weatherLevel: 3 as const } }
const watched = { deviceId: first, placeId: 'place-1', circle, visits: ['ARRIVED' as const], since: minutes(-60) }

const places = (database: Database) => createOwnPlacesStore(database, { now: () => minutes(-60) })
