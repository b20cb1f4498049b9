import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { DataStatus } from '#contract/weather.ts'

/** What the Deutscher Wetterdienst calls the area that carries a warning's outline (feeds, section 2b). */
export const unnamedRegion = 'polygonal event area'

/** "Stadt Havelsee und 12 weitere"; the name for nothing where no municipality is named. */
export function regionNameOf(areaNames: readonly string[]): string {
  const [first, ...others] = new Set(areaNames.map((name) => name.trim()).filter((name) => !isUnnamed(name)))
  if (first === undefined) return unnamedRegion
  return others.length === 0 ? first : `${first} und ${others.length} weitere`
}

/** The region as people may see it: the name for nothing is replaced by coordinates (specification, section 9). */
export function shownRegion(regionName: string, { latitude, longitude }: Place): string {
  if (!isUnnamed(regionName)) return regionName
  const northOrSouth = latitude < 0 ? 'S' : 'N'
  const eastOrWest = longitude < 0 ? 'W' : 'O'
  return `${degrees(latitude)}° ${northOrSouth}, ${degrees(longitude)}° ${eastOrWest}`
}

/** Whether the data are fresh enough to trust that there are no warnings. `asOf`: when they were last fetched. */
export function dataStatus(asOf: Instant | null, now: Date): DataStatus {
  if (asOf === null) return 'unavailable'
  const ageMinutes = (now.getTime() - Date.parse(asOf)) / minuteMs
  return ageMinutes <= feedsServerLimits.weatherStaleMinutes ? 'ok' : 'stale'
}

/**
 * The attribution of these warnings. Those who do not pass them on completely and at once must not name the weather service
 * as their source (its terms, feeds section 2), but may say what they are based on.
 */
export function warningAttribution(attribution: string, status: DataStatus): string {
  return status === 'ok' ? attribution : attribution.replace(weatherService, basedOnWeatherService)
}

export const weatherService = 'Quelle: Deutscher Wetterdienst'
const basedOnWeatherService = 'Auf Basis von Warnungen des Deutschen Wetterdienstes'

/** What tells a warning from advance information. */
interface MaybeAdvance {
  advance?: boolean | undefined
}

/** The warnings that are in force, those that begin later, and the advance information, each in their order. */
export function nowAndLater<W extends { validFrom: Instant } & MaybeAdvance>(
  warnings: readonly W[],
  now: Date,
): { now: W[]; later: W[]; advance: W[] } {
  const begins = (warning: W) => Date.parse(warning.validFrom) > now.getTime()
  const real = warnings.filter(isWarning)
  return {
    now: real.filter((warning) => !begins(warning)),
    later: real.filter(begins),
    advance: warnings.filter((warning) => !isWarning(warning)),
  }
}

export function isWarning({ advance }: MaybeAdvance): boolean {
  return advance !== true
}

/** The headline of a warning; one of advance information says that it is. */
export function shownHeadline({ headline, ...warning }: { headline: string } & MaybeAdvance): string {
  return isWarning(warning) || /vorabinformation/i.test(headline) ? headline : `Vorabinformation: ${headline}`
}

/** The name occurs with a typing mistake too, "polygonial". */
function isUnnamed(name: string): boolean {
  return name === '' || /^polygoni?al event area$/i.test(name)
}

function degrees(angle: number): string {
  return Math.abs(angle).toFixed(2).replace('.', ',')
}
