import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { SkipReason } from '#contract/poi-exchange.ts'
import type { PoiType } from '#contract/pois.ts'
import { coordinates } from '#domain/coordinates.ts'
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

/** Whose data is in a file that we write, and what its reader must know. One sentence each. */
export type FileNotes = readonly string[]

/** What programs of this field write into a name: `Blitzer @50`. */
const speedInName = /\s*@(\d{1,3})\b/

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
  const told = speedOf(speedInName.exec(whole)?.[1])
  const name = (told === null ? whole : oneLine(whole.replace(speedInName, ' '))) || fallbackName
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

/** To about a centimetre, as we write it; null where there is no such place, or nobody meant it (0/0). */
export function placeFrom(latitude: string | undefined, longitude: string | undefined): Place | null {
  const place = coordinates(latitude, longitude)
  if (place === null || (place.latitude === 0 && place.longitude === 0)) return null
  return { latitude: Number(written(place.latitude)), longitude: Number(written(place.longitude)) }
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

/** What XML forbids even when escaped; among it the one character that PostgreSQL does not take. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text on one line, with single spaces: all that every format can hold. */
export function oneLine(text: string): string {
  return text.replaceAll(unwritable, '').replaceAll(/\s+/g, ' ').trim()
}
