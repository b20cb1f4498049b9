import type { NamedCircle } from '#contract/base/zone.ts'
import { float, integer, owner, reasons, text } from '#server/db/schema/register.ts'

/** The columns with which every table of zones begins. */
export const zoneColumns = {
  id: text().not(reasons.inner),
  user_id: owner,
  name: text().is('Name'),
  latitude: float().is('Breite'),
  longitude: float().is('Länge'),
  radius_metres: integer().is('Radius (m)'),
}

interface CircleRow extends Omit<NamedCircle, 'radiusMetres'> {
  radius_metres: number
}

export function circleOf({ name, latitude, longitude, radius_metres: radiusMetres }: CircleRow): NamedCircle {
  return { name, latitude, longitude, radiusMetres }
}

export function circleColumnsOf({ name, latitude, longitude, radiusMetres }: NamedCircle): CircleRow {
  return { name, latitude, longitude, radius_metres: radiusMetres }
}
