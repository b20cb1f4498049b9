import type { Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { HotspotCondition } from '#contract/route-check/route-check.ts'

/**
 * The hazards of riding mode: none of the things that watch the traffic. A rider must not use a function that shows these
 * (§ 23 (1c) StVO), so nothing of riding mode knows their names.
 */
export const hazardTypes = [
  'TrafficJam',
  'Accident',
  'TemporaryRoadwork',
  'Obstacle',
  'Slippery',
  'ObstructedView',
  'LongTermRoadwork',
  'BrokenDownVehicle',
  'User',
  'AccidentHotspotMoto',
] as const satisfies readonly PoiType[]
export type HazardType = (typeof hazardTypes)[number]

export function isHazardType(type: string): type is HazardType {
  return hazardTypes.some((one) => one === type)
}

export interface Hazard extends Place {
  id: string
  type: HazardType
  /** For whom it is: degrees from north; null: for every direction, or nobody knows. */
  direction: number | null
  /** By users, who can confirm or deny it. */
  isReported: boolean
  /** By somebody with no record, and nobody has confirmed it. */
  isUnconfirmed?: boolean | undefined
  /** Of a source, and others say that it is not so. It is told all the same, as the map shows it. */
  isDoubted?: boolean | undefined
  /** Of its own road, before and behind it (`road-line.ts`); null: nobody knows it. */
  line: string | null
  /** Of each of its roads, where it has several: then `line` is null, so that pages that know one line only go by the place. */
  lines?: readonly string[] | undefined
  /** When it is one; null: at any time. */
  conditions: readonly HotspotCondition[] | null
}

/** The gravest first. */
const byGravity: readonly HazardType[] = [
  'Accident',
  'Obstacle',
  'Slippery',
  'BrokenDownVehicle',
  'TrafficJam',
  'ObstructedView',
  'User',
  'AccidentHotspotMoto',
  'TemporaryRoadwork',
  'LongTermRoadwork',
]

/** Less than 0 if the first is graver. */
export function compareGravity(one: Hazard, other: Hazard): number {
  return byGravity.indexOf(one.type) - byGravity.indexOf(other.type)
}
