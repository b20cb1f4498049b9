import type { Place } from '#contract/base/place.ts'
import type { SkipReason } from '#contract/poi-exchange/poi-exchange.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { coordinates } from '#domain/geo/coordinates.ts'
import { withoutUnwritable } from '#domain/files/xml-writing.ts'
import { kindOfName } from './device-names.ts'

/** A POI as navigation devices exchange it. */
export interface ExchangedPoi extends Place {
  /** The name that the device shows; never empty, and without the speed. */
  name: string
  comment: string | null
  /** The kind of POI, if that is known. */
  kind: PoiType | null
  /** km/h. */
  speed: number | null
  /** The direction of travel that is watched, whole degrees from north, 0 to 359. */
  direction: number | null
}

/** One entry of a file: a POI, or why it is not one. `line` counts from 1: lines of a text, records of a binary file. */
export type ReadEntry = { line: number; poi: ExchangedPoi } | { line: number; skipped: SkipReason }

/** A reader's next result: an entry, or null where other work may have its turn. */
export type ReadStep = ReadEntry | null

/** The sources of the data in a file that we write, and what its reader must know. One sentence each. */
export type FileNotes = readonly string[]

/** `Blitzer @50` */
export function nameWithSpeed({ name, speed }: Pick<ExchangedPoi, 'name' | 'speed'>): string {
  return speed === null ? name : `${name} @${speed}`
}

/** The POI of an entry. Its name may contain the speed, and its words may name the kind. */
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
  const whole = inOneLine(written.name ?? '')
  const { speed: stated, rest } = speedIn(whole)
  const name = rest || fallbackName
  return {
    ...place,
    name,
    comment: inOneLine(written.comment ?? '') || null,
    kind: written.kind ?? kindOfName(name),
    speed: stated ?? written.speed ?? null,
    direction: written.direction ?? null,
  }
}

const fallbackName = 'POI'

/** The speed that such programs write into a name, `Blitzer @50`, and the name without it. The last one counts. */
function speedIn(name: string): { speed: number | null; rest: string } {
  const at = name.lastIndexOf('@')
  const digits = at === -1 ? undefined : /^@(\d{1,3})\b/.exec(name.slice(at))?.[1]
  const speed = speedOf(digits)
  if (digits === undefined || speed === null) return { speed: null, rest: name }
  return { speed, rest: inOneLine(`${name.slice(0, at)} ${name.slice(at + 1 + digits.length)}`) }
}

/** To about a centimetre, as we write it; null if there is no such place, or if it is 0/0, which nobody means. */
export function placeFrom(latitude: string | undefined, longitude: string | undefined): Place | null {
  const place = coordinates(latitude, longitude)
  if (place === null) return null
  const rounded = { latitude: Number(written(place.latitude)), longitude: Number(written(place.longitude)) }
  return rounded.latitude === 0 && rounded.longitude === 0 ? null : rounded
}

/** Degrees as every format accepts them: at most seven decimals, never an exponent. */
export function written(degrees: number): string {
  return degrees
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

/** km/h; null if there is none, or one that no traffic sign has. */
export function speedOf(text: string | undefined): number | null {
  const speed = text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : 0
  return speed > 0 && speed <= poisLimits.highestSpeedKmh ? speed : null
}

/** Whole degrees, 0 to 359; files contain -10 and 360, too. */
export function directionOf(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,4}(\.\d{1,6})?$/.test(text.trim())) return null
  return ((Math.round(Number(text)) % 360) + 360) % 360
}

/** Adds to a text of an entry. It stays short enough to be searched in a moment, and far longer than real texts are. */
export function addText(texts: Map<string, string>, name: string, more: string): void {
  const text = texts.get(name) ?? ''
  if (text.length < mostText) texts.set(name, (text + more).slice(0, mostText))
}

const mostText = 100_000

/** A text on one line, with single spaces: every format can hold that. */
export function inOneLine(text: string): string {
  return withoutUnwritable(text).replaceAll(/\s+/g, ' ').trim()
}
