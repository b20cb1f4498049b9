import type { Foundations } from '#server/foundations.ts'
import { buildFeeds } from '#server/features/feeds/feeds.feature.ts'
import { buildHotspots } from '#server/features/hotspots/hotspots.feature.ts'
import { createClosuresImport } from '#server/features/closures/closures-import.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { randomId } from '#server/platform/ids.ts'

/** The imports of open data: the same for the product and for the operator's commands. */
export function buildOpenData(parts: Pick<Foundations, 'database' | 'clock' | 'settings'>) {
  const pois = createPoisImport(parts.database, randomId)
  const feeds = buildFeeds(parts, {
    pois,
    weather: createWeatherImport(parts.database),
    closures: createClosuresImport(parts.database),
  })
  const hotspots = buildHotspots(parts, { states: feeds.states, pois })
  return {
    feeds,
    hotspots,

    /** Imports each source as often as its feed says, unless the settings turn that off. */
    importRegularly(foundations: Pick<Foundations, 'jobs' | 'log'>): void {
      if (!parts.settings.FEEDS) return
      feeds.importRegularly(foundations)
      hotspots.importRegularly(foundations)
    },
  }
}
