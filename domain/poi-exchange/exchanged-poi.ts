import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { SkipReason } from '#contract/poi-exchange.ts'
import type { PoiType } from '#contract/pois.ts'
import { coordinates } from '#domain/coordinates.ts'
import { withoutUnwritable } from '#domain/xml-writing.ts'
import { kindOfName } from './device-names.ts'

/** A POI as navigation devices exchange it. */
export interface ExchangedPoi extends Place {
  /** What the device shows; never empty, and without the speed. */
  name: string
  comment: string | null
  /** What is warned of, where that is known. */
  kind: PoiType | null
  /** km/h. */
  speed: number | null
  /** Travel direction that is watched, whole degrees from north, 0 to 359. */
  direction: number | null
}

/** One entry of a file: a POI, or why it is none. `line` counts from 1: lines of a text, records of a binary file. */
export type ReadEntry = { line: number; poi: ExchangedPoi } | { line: number; skipped: SkipReason }

/** What a reader comes to next: an entry, or null wherever others may have their turn. */
export type ReadStep = ReadEntry | null

/** Whose data is in a file that we write, and what its reader must know. One sentence each. */
export type FileNotes = readonly string[]

/** `Blitzer @50` */
export function nameWithSpeed({ name, speed }: Pick<ExchangedPoi, 'name' | 'speed'>): string {
  return speed === null ? name : `${name} @${speed}`
}

/** The POI of an entry with a name that may tell the speed, and through its words the kind. */
export function poiFrom(
  place: Place,
  written: {
    name: string | null
    comment?: string | null
    kind?: PoiType | null
    speed?: number | null
    direction?: number | null
  },
): ExchangedPoi {
  const whole = oneLine(written.name ?? '')
  const { speed: told, rest } = speedIn(whole)
  const name = rest || fallbackName
  return {
    ...place,
    name,
    comment: oneLine(written.comment ?? '') || null,
    kind: written.kind ?? kindOfName(name),
    speed: told ?? written.speed ?? null,
    direction: written.direction ?? null,
  }
}

const fallbackName = 'POI'

/** The speed that programs of this field write into a name, `Blitzer @50`, and the name without it. The last one counts. */
function speedIn(name: string): { speed: number | null; rest: string } {
  const at = name.lastIndexOf('@')
  const digits = at === -1 ? undefined : /^@(\d{1,3})\b/.exec(name.slice(at))?.[1]
  const speed = speedOf(digits)
  if (digits === undefined || speed === null) return { speed: null, rest: name }
  return { speed, rest: oneLine(`${name.slice(0, at)} ${name.slice(at + 1 + digits.length)}`) }
}

/** To about a centimetre, as we write it; null where there is no such place, or nobody meant it (0/0). */
export function placeFrom(latitude: string | undefined, longitude: string | undefined): Place | null {
  const place = coordinates(latitude, longitude)
  if (place === null) return null
  const rounded = { latitude: Number(written(place.latitude)), longitude: Number(written(place.longitude)) }
  return rounded.latitude === 0 && rounded.longitude === 0 ? null : rounded
}

/** Degrees as every format takes them: at most seven decimals, never an exponent. */
export function written(degrees: number): string {
  return degrees
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

/** km/h; null for none, and for what no sign says. */
export function speedOf(text: string | undefined): number | null {
  const speed = text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : 0
  return speed > 0 && speed <= limits.pois.highestSpeedKmh ? speed : null
}

/** Whole degrees, 0 to 359; files have -10 and 360, too. */
export function directionOf(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,4}(\.\d{1,6})?$/.test(text.trim())) return null
  return ((Math.round(Number(text)) % 360) + 360) % 360
}

/** Adds to a text of an entry, of which no more is kept than anybody could mean: to look through it takes a moment. */
export function addText(texts: Map<string, string>, name: string, more: string): void {
  const text = texts.get(name) ?? ''
  if (text.length < mostText) texts.set(name, (text + more).slice(0, mostText))
}

const mostText = 100_000

/** A text on one line, with single spaces: all that every format can hold. */
export function oneLine(text: string): string {
  return withoutUnwritable(text).replaceAll(/\s+/g, ' ').trim()
}
