import type { Database } from '#server/db/connection/database.ts'
import { days, minutes, now, type WorldPart } from '#server/db/testing/writer.ts'
import { createOwnToursStore, type NewTour } from '#server/features/own-tours/own-tours.store.ts'

export const ownToursWriters: WorldPart = {
  async put(database) {
    const before = tours(database)
    await before.keepLonger('anna', 1, days(-30))
    await before.add({ userId: 'anna', comparedWith: [], tours: [tour('tour-1')] }, days(-20))
    await before.add({ userId: 'anna', comparedWith: ['tour-1'], tours: [tour('tour-2')] }, days(-1))
  },

  writers: [
    {
      name: 'tours of a file of one’s own',
      write: (on, id) => tours(on).add({ userId: 'anna', comparedWith: ['tour-1', 'tour-2'], tours: [tour(id)] }, now),
    },
    { name: 'a tour of one’s own removed', write: (on) => tours(on).remove('anna', 'tour-1') },
    { name: 'all tours of one’s own removed', write: (on) => tours(on).removeAll('anna') },
    {
      name: 'tours of one’s own kept longer',
      prepare: (on) => tours(on).withdraw('anna', minutes(-5)),
      write: (on) => tours(on).keepLonger('anna', 1, now),
    },
    { name: 'tours of one’s own kept no longer', write: (on) => tours(on).withdraw('anna', now) },
  ],
}

const tours = (database: Database) => createOwnToursStore(database)

const tour = (id: string): NewTour => ({
  id,
  name: 'Am Meer',
  source: 'gpx',
  begins: 1_777_622_400,
  ends: 1_777_622_460,
  lengthMetres: 1_100,
  points: 2,
  pieces: '[[[0,5410000,620000],[60,5411000,620000]]]',
  line: ['line'],
})
