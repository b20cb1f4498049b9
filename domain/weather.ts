import { serverLimits } from '#contract/server-limits.ts'
import type { Instant, Place } from '#contract/place.ts'
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

/** Whether the warnings are fresh enough to be trusted when there are none. `asOf`: when they were last fetched. */
export function dataStatus(asOf: Instant | null, now: Date): DataStatus {
  if (asOf === null) return 'unavailable'
  const ageMinutes = (now.getTime() - Date.parse(asOf)) / 60_000
  return ageMinutes <= serverLimits.feeds.weatherStaleMinutes ? 'ok' : 'stale'
}

/** The name occurs with a typing mistake too, "polygonial". */
function isUnnamed(name: string): boolean {
  return name === '' || /^polygoni?al event area$/i.test(name)
}

function degrees(angle: number): string {
  return Math.abs(angle).toFixed(2).replace('.', ',')
}
