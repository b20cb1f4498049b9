import type { Logger } from 'pino'
import { type CurrentWarning, weather, type WeatherPoi } from '#contract/weather.ts'
import { shownRegion } from '#domain/weather/weather.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Warning, WeatherStore } from './weather.store.ts'
import { type Api, PreparedJson } from '#server/http/api.ts'
import type { SignedIn } from '#server/http/caller.ts'

export function registerWeatherRoutes(
  api: Api,
  { stores, clock, log }: { stores: Record<World, WeatherStore>; clock: Clock; log: Logger },
): void {
  const worldOf = ({ user }: SignedIn): World => (user.demo ? 'demo' : 'real')

  api.on(weather.areas, async ({ caller }) => collectionOf(await stores[worldOf(caller)].areasInForce(clock.now())))

  // An error returns an empty list (specification, section 7); the header distinguishes it from calm weather.
  api.on(weather.currentWarnings, async ({ caller, header }) => {
    try {
      const { warnings, asOf, status } = await stores[worldOf(caller)].inForce(clock.now())
      header('x-data-status', status)
      if (asOf !== null) header('x-data-as-of', asOf)
      return warnings.map(currentWarningOf)
    } catch (error) {
      log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'warnings could not be read')
      header('x-data-status', 'unavailable')
      return []
    }
  })
}

function currentWarningOf(warning: Warning): CurrentWarning {
  return {
    id: warning.id,
    warningType: warning.warningType,
    regionName: shownRegion(warning.regionName, warning),
    latitude: warning.latitude,
    longitude: warning.longitude,
    validFrom: warning.validFrom,
    validUntil: warning.validUntil,
    warningLevel: warning.level,
    headline: warning.headline,
    description: warning.description,
    instruction: warning.instruction,
    attribution: warning.attribution,
    aboveMetres: warning.aboveMetres,
    belowMetres: warning.belowMetres,
    ...(warning.advance === true && { advance: true }),
  }
}

/** Assembled from the geometries as the database wrote them: a storm's outlines have many thousand vertices. */
function collectionOf(warnings: readonly (Warning & { geometry: string })[]): PreparedJson {
  const features = warnings.map(
    ({ geometry, ...warning }) =>
      `{"type":"Feature","geometry":${geometry},"properties":${JSON.stringify(weatherPoiOf(warning))}}`,
  )
  return new PreparedJson(`{"type":"FeatureCollection","features":[${features.join(',')}]}`)
}

function weatherPoiOf(warning: Warning): WeatherPoi {
  return {
    id: warning.id,
    latitude: warning.latitude,
    longitude: warning.longitude,
    eventType: warning.warningType,
    description: warning.description,
    headline: warning.headline,
    warningLevel: warning.level,
    validFrom: warning.validFrom,
    validTo: warning.validUntil,
    aboveMetres: warning.aboveMetres,
    belowMetres: warning.belowMetres,
    ...(warning.advance === true && { advance: true }),
  }
}
