import { mapLimits } from '#contract/limits/map-limits.ts'
import type { CurrentWarning, Heights, WeatherAreas, WeatherPoi } from '#contract/weather.ts'
import { boxAround } from '#domain/geo/geo.ts'
import type { CameraTarget } from '#web/map/canvas/MapCamera.tsx'
import { withHeights } from '#web/texts/weather.ts'
import { eventInWords } from './wording.ts'

/** A warning as the list knows it, as the map knows it, or both. */
export type KnownWarning = { current: CurrentWarning; area: WeatherPoi | null } | { current: null; area: WeatherPoi }

/** Null: no warning has this id. */
export function knownWarning(
  id: string,
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
): KnownWarning | null {
  const current = warnings.find((known) => known.id === id)
  const area = areaOf(id, areas)?.properties ?? null
  if (current !== undefined) return { current, area }
  return area === null ? null : { current: null, area }
}

export function warningTitle({ current, area }: KnownWarning): string {
  return current === null ? titleOf(area, area.eventType) : titleOf(current, current.warningType)
}

const titleOf = (heights: Heights, event: string) => withHeights(heights, eventInWords(event))

/** Zoomed out far enough for the whole area; null if the area is not known. */
export function cameraOnWarning(
  id: string,
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
): CameraTarget | null {
  const corners = areaOf(id, areas)?.geometry.coordinates.flat(2) ?? []
  const box = boxAround(corners.map(([longitude, latitude]) => ({ longitude, latitude })))
  if (box !== null) return { kind: 'box', box }
  const warning = warnings.find((known) => known.id === id)
  return warning ? { kind: 'nearby', place: warning, leastZoom: mapLimits.allPoisZoom } : null
}

function areaOf(id: string, areas: WeatherAreas) {
  return areas.features.find(({ properties }) => properties.id === id)
}
