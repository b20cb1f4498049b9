import type { HotspotCondition } from '#contract/route-check/route-check.ts'

/*
 * What a hotspot's note says, read back. Notes are written by `hotspot-reason.ts` when a table is imported, stay for a year,
 * and are those of products before this one, too: so their form is kept, and what people read is made from it.
 */

export const weekendWord = 'am Wochenende auffällig'
/** USTRZUSTAND */
export const surfaceWords: Readonly<Record<number, string>> = { 1: 'nass', 2: 'winterglatt' }
/** ULICHTVERH */
export const lightWords: Readonly<Record<number, string>> = { 1: 'in der Dämmerung', 2: 'bei Dunkelheit' }
/** UTYP1: what led to the accident; 7, "sonstiger Unfall", says nothing. */
export const typeWords: Readonly<Record<number, string>> = {
  1: 'Fahrunfall',
  2: 'Abbiegeunfall',
  3: 'Einbiegen/Kreuzen-Unfall',
  4: 'Überschreiten-Unfall',
  5: 'Unfall durch ruhenden Verkehr',
  6: 'Unfall im Längsverkehr',
}
/** UART: what collided with what; named where the types differ. */
export const kindWords: Readonly<Record<number, string>> = {
  4: 'Gegenverkehr',
  6: 'mit Fußgängern',
  7: 'Hindernis auf der Fahrbahn',
  8: 'Abkommen nach rechts',
  9: 'Abkommen nach links',
}

export interface HotspotRecord {
  /** Motorcycle accidents, how many of them were fatal, and in how many somebody was severely injured. */
  accidents: number
  fatal: number
  severe: number
  /** The years that were looked at, in order. */
  years: number[]
  /** What most of them have in common, or all, in the note's words. */
  traits: { word: string; ofAll: boolean }[]
  ofWeekends: boolean
  /** What is to be expected there, and what that was compared with: sentences. */
  method: string
}

/** What the note of a hotspot says; null for a note that no rule of ours has written. */
export function hotspotRecord(note: string): HotspotRecord | null {
  const end = note.indexOf('. ')
  const reason = (end === -1 ? note : note.slice(0, end)).replace(/\.$/, '')
  const [head = '', ...parts] = reason.split(', ')
  const begun = /^(\d{1,6}) Motorradunf(?:all|älle) (\d{4}(?:–\d{4})?)$/.exec(head)
  if (begun === null) return null
  const [, accidents = '', firstSpan = ''] = begun
  const isSpan = (part: string) => /^\d{4}(?:–\d{4})?$/.test(part)
  const countOf = (word: string) =>
    parts.reduce((sum, part) => sum + Number(new RegExp(`^(\\d{1,6}) ${word}$`).exec(part)?.[1] ?? 0), 0)
  return {
    accidents: Number(accidents),
    fatal: countOf('tödlich'),
    severe: countOf('schwer'),
    years: [firstSpan, ...parts.filter(isSpan)].flatMap(yearsOfSpan),
    traits: parts.flatMap((part) => {
      const word = part.replace(/^meist /, '')
      return traitWords.has(word) ? [{ word, ofAll: word === part }] : []
    }),
    ofWeekends: parts.includes(weekendWord),
    method: end === -1 ? '' : note.slice(end + 2),
  }
}

/** The conditions under which all or most of a hotspot's accidents happened. */
export function conditionsIn(note: string): HotspotCondition[] {
  const record = hotspotRecord(note)
  if (record === null) return []
  const words = new Set(record.traits.map(({ word }) => word))
  return [
    ...conditionWords.flatMap(([condition, word]) => (word !== undefined && words.has(word) ? [condition] : [])),
    ...(record.ofWeekends ? (['weekend'] as const) : []),
  ]
}

const conditionWords: readonly (readonly [HotspotCondition, string | undefined])[] = [
  ['dusk', lightWords[1]],
  ['dark', lightWords[2]],
  ['wet', surfaceWords[1]],
  ['icy', surfaceWords[2]],
]

const traitWords = new Set([surfaceWords, lightWords, typeWords, kindWords].flatMap((words) => Object.values(words)))

function yearsOfSpan(span: string): number[] {
  const [first = 0, last = first] = span.split('–').map(Number)
  return Array.from({ length: Math.max(0, Math.min(last - first, mostYears)) + 1 }, (_, index) => first + index)
}

/** Of one span; the Unfallatlas begins in 2016. */
const mostYears = 100
