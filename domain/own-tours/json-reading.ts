import type { Place } from '#contract/base/place.ts'
import { coordinates } from '#domain/geo/coordinates.ts'

/** A field of something that was read from JSON; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const field: unknown = Reflect.get(value, name)
  return field
}

/** Its entries; null if it is no list. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

export function hasField(value: unknown, name: string): boolean {
  return fieldOf(value, name) !== undefined
}

/** A place from two numbers, or from texts with them; null if they are none. */
export function placeOf(latitude: unknown, longitude: unknown): Place | null {
  return coordinates(textOf(latitude), textOf(longitude))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Undefined if the text is no JSON, or is nested too deeply to be parsed. */
export function jsonOf(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every export that is read here has fewer. */
const deepest = 50

/** Whether lists and objects lie in each other deeper than in any true file: to parse 20 MB of them takes more than a gigabyte. */
function isTooDeep(text: string): boolean {
  let [depth, isQuoted] = [0, false]
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) index += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}
