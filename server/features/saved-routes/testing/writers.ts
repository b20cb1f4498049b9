import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, minutes, place } from '#server/db/testing/writer.ts'
import { createSavedRoutesStore } from '#server/features/saved-routes/saved-routes.store.ts'

export const savedRoutesWriters: WorldPart = {
  async put(database) {
    await savedRoutes(database).save({ id: 'route-1', ...ownRoute }, now)
  },

  writers: [
    { name: 'a route saved', write: (on, id) => savedRoutes(on).save({ id, ...ownRoute }, now) },
    {
      name: 'a saved route changed',
      write: (on) =>
        savedRoutes(on).change({
          id: 'route-1',
          userId: 'anna',
          change: { ...ownRoute.entry, name: 'Abendrunde' },
          known: [],
        }),
    },
    { name: 'a saved route opened', write: (on) => savedRoutes(on).see('anna', 'route-1', ['poi 1']) },
    { name: 'a saved route removed', write: (on) => savedRoutes(on).remove('anna', 'route-1') },
    {
      name: 'a saved route on the evening before',
      write: (on) =>
        savedRoutes(on).takeUp({ userId: 'anna', about: ['route-1', ownRoute.entry.departure.at] }, 1, minutes(60)),
    },
  ],
}

const savedRoutes = (database: Database) => createSavedRoutesStore(database)

const ownRoute = {
  userId: 'anna',
  entry: {
    name: 'Hausrunde',
    pieces: [[place, { ...place, latitude: place.latitude + 0.1 }]],
    corridorMetres: 100,
    departure: { at: minutes(120).toISOString(), averageKmh: 60 },
    isWatched: true,
  },
  seen: { lengthMetres: 11_000, known: [] },
}
