import type { Season } from '#contract/devices/vehicle-dates.ts'
import type { Tables } from '#server/registers.ts'

/** A device's season; null where its vehicle may be on the road all year. */
export function seasonOf({
  season_from: fromMonth,
  season_to: toMonth,
}: Pick<Tables['devices'], 'season_from' | 'season_to'>): Season | null {
  return fromMonth === null || toMonth === null ? null : { fromMonth, toMonth }
}
