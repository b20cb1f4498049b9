import type * as z from 'zod/mini'
import type { Place } from '#contract/base/place.ts'
import type { NamedCircle } from '#contract/base/zone.ts'
import { circleTexts } from '#web/texts/circle.ts'

/** The circle of a zone while its owner enters it. */
export interface CircleDraft extends Pick<NamedCircle, 'name' | 'radiusMetres'> {
  /** Null: not chosen yet. */
  place: Place | null
}

/** What is missing, by field. */
export type ZoneMistakes = Partial<Record<string, string>>

export function circleDraftOf(zone: NamedCircle | null, startRadiusMetres: number): CircleDraft {
  if (zone === null) return { name: '', place: null, radiusMetres: startRadiusMetres }
  const { name, latitude, longitude, radiusMetres } = zone
  return { name, place: { latitude, longitude }, radiusMetres }
}

/** Where the other fields are checked before a place is chosen. */
const nowhere: Place = { latitude: 0, longitude: 0 }

/** What is sent, or what is missing, by field. */
export function zoneEntryOf<Entry>(
  schema: z.ZodMiniType<Entry>,
  { place, ...entered }: Pick<CircleDraft, 'place'>,
): Entry | { mistakes: ZoneMistakes } {
  const parsed = schema.safeParse({ ...entered, ...(place ?? nowhere) })
  const said = parsed.error?.issues.map(({ path, message }) => [fieldOf(path), message] as const) ?? []
  const mistakes: ZoneMistakes = Object.fromEntries(said.toReversed())
  if (place === null) return { mistakes: { ...mistakes, place: circleTexts.missing } }
  return parsed.success ? parsed.data : { mistakes }
}

/** The last name of a path: `schedule.weekdays.0` belongs to the weekdays, `schedule.to` to the time. */
function fieldOf(path: readonly PropertyKey[]): string {
  return String(path.findLast((step) => typeof step === 'string'))
}
