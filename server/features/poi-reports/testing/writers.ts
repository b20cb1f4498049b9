import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, place, minutes, now, days } from '#server/db/testing/writer.ts'
import { createPoiDoubtsStore } from '#server/features/poi-reports/poi-doubts.store.ts'
import { createPoiReportsStore } from '#server/features/poi-reports/poi-reports.store.ts'
import { reportedPois } from '#server/features/pois/reported-pois.ts'

export const poiReportsWriters: WorldPart = {
  async put(database) {
    await reports(database, 'report-1').report(
      'anna',
      { poiType: 'Accident', ...place, consentVersion: 1 },
      minutes(-10),
    )
    await createPoiDoubtsStore(database).doubt(
      'poi-1',
      'anna',
      { confirms: false, at: minutes(-10), nearness: 'near' },
      minutes(-10),
    )
  },

  writers: [
    {
      name: 'a POI reported',
      write: (on, id) => reports(on, id).report('bert', { poiType: 'Accident', ...place, consentVersion: 1 }, now),
    },
    {
      name: 'a vote on a report',
      write: (on) => reports(on).vote('report-1', 'bert', { confirms: true, at: now, nearness: 'near' }, now),
    },
    {
      name: 'a vote taken back',
      prepare: (on) =>
        reports(on).vote('report-1', 'bert', { confirms: true, at: minutes(-5), nearness: 'near' }, minutes(-5)),
      write: (on) => reports(on).takeBack('report-1', 'bert', now),
    },
    {
      name: 'a word about a source',
      write: (on) =>
        createPoiDoubtsStore(on).doubt('poi-1', 'bert', { confirms: false, at: now, nearness: 'near' }, now),
    },
    { name: 'a correction of a report', write: (on) => reports(on).correct('report-1', { speed: 50 }, now) },
    { name: 'a removal of a report', write: (on) => reports(on).remove('report-1') },
    { name: 'consent to reports withdrawn', write: (on) => reports(on).withdraw('anna', now) },
    { name: 'the end of reports', write: (on) => reports(on).forget(days(1)) },
  ],
}

function reports(database: Database, id = '') {
  return createPoiReportsStore(database, () => id, reportedPois)
}
