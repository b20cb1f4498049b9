import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { type Box, boxAround, isInside } from '#domain/geo/geo.ts'

/** The warnings that concern what a map shows: their area reaches into it, or lies around it. Not drawn: where they are listed. */
export function warningsIn(
  box: Box,
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
): readonly CurrentWarning[] {
  return warnings.filter((warning) => {
    const area = areas.features.find(({ properties }) => properties.id === warning.id)
    const corners = area?.geometry.coordinates.flat(2) ?? []
    const around = boxAround(corners.map(([longitude, latitude]) => ({ longitude, latitude })))
    return around === null ? isInside(box, warning) : overlap(box, around)
  })
}

/** A box of the map may lie beyond 180 degrees, where areas are named by the other side. */
function overlap(box: Box, area: Box): boolean {
  if (area.south > box.north || area.north < box.south) return false
  return [0, -360, 360].some((turn) => area.west + turn <= box.east && area.east + turn >= box.west)
}
