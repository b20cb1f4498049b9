import type { Database } from '#server/db/connection/database.ts'
import type { TestClock } from '#server/db/testing/clock.ts'
import type { Download } from '#server/features/feeds/download.ts'
import { createFeedsService } from '#server/features/feeds/feeds.service.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createClosuresImport } from '#server/features/closures/closures-import.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { randomId } from '#server/platform/ids.ts'

const unreachable: Download = async () => ({ failure: 'keine Verbindung' })

/** The imports of open data into a database, at the time of a clock; without `download`, nothing can be downloaded. */
export function feedsServiceAt(database: Database, clock: TestClock, download = unreachable) {
  return createFeedsService({
    states: createFeedsStore(database),
    pois: createPoisImport(database, randomId),
    weather: createWeatherImport(database),
    closures: createClosuresImport(database),
    download,
    clock,
  })
}
