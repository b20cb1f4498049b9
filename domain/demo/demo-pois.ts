import type { Place } from '#contract/base/place.ts'
import { poiCategories, type PoiCategory, type PoiType, poiTypesByCategory } from '#contract/pois/pois.ts'
import { demoLabel, karlsruhe, longitudeScale } from './demo.ts'
import { demoRegions } from './demo-regions.ts'

export interface DemoPoi extends Place {
  sourceId: string
  poiType: PoiType
  /** km/h, for cameras. */
  speed: number | null
  note: string
}

const poisPerCategory = 14
const poisPerCategoryAndRegion = 4
/** Turns the points of a ring without a visible pattern. */
const goldenAngle = 2.399963

/** POIs of every category but weather: many around Karlsruhe, where the devices are, and some in every region. */
export function demoPois(): DemoPoi[] {
  return poiCategories
    .filter((category) => category !== 'weather')
    .flatMap((category, ring) => [
      ...Array.from({ length: poisPerCategory }, (_, index) => {
        const radius = 0.02 + 0.011 * index + 0.004 * ring
        return demoPoi(category, index, around(karlsruhe, radius, index * goldenAngle + ring))
      }),
      ...demoRegions.flatMap((town, region) =>
        Array.from({ length: poisPerCategoryAndRegion }, (_, point) => {
          const index = poisPerCategory + region * poisPerCategoryAndRegion + point
          const radius = 0.03 + 0.06 * point + 0.01 * ring
          return demoPoi(category, index, around(town, radius, index * goldenAngle + ring))
        }),
      ),
    ])
}

function demoPoi(category: PoiCategory, index: number, place: Place): DemoPoi {
  const types: readonly PoiType[] = poiTypesByCategory[category]
  const isCamera = category === 'stationarySpeedCameras' || category === 'mobileSpeedCameras'
  return {
    sourceId: `${category}/${index}`,
    poiType: types[index % types.length] ?? 'Accident',
    ...place,
    speed: isCamera ? 30 + 20 * (index % 4) : null,
    note: demoLabel,
  }
}

/** @param radius degrees of latitude. @param angle from east, in radians. */
function around({ latitude, longitude }: Place, radius: number, angle: number): Place {
  return {
    latitude: latitude + radius * Math.sin(angle),
    longitude: longitude + (radius * Math.cos(angle)) / longitudeScale,
  }
}
