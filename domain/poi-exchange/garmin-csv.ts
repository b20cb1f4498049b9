import type { Place } from '#contract/base/place.ts'
import { charactersPerTurn, linesInTurns } from '#domain/files/reading-turns.ts'
import { deviceNames } from './device-names.ts'
import {
  type ExchangedPoi,
  nameWithSpeed,
  placeFrom,
  poiFrom,
  type ReadStep,
  speedOf,
  written,
} from './exchanged-poi.ts'

/**
 * Garmin's POI Loader: `lon,lat,"name @50","comment"`, no header. The device takes the kind from the file: there is one file
 * for each kind and speed. It takes the speed from the POI's name, otherwise from the file's name.
 */
export function garminRow(poi: ExchangedPoi): string {
  const { longitude, latitude, comment } = poi
  return `${written(longitude)},${written(latitude)},${quoted(nameWithSpeed(poi))},${quoted(comment ?? '')}\r\n`
}

/** `Blitzer_fest_50.csv`; POIs of unknown kind share a file. */
export function garminFileName({ kind, speed }: Pick<ExchangedPoi, 'kind' | 'speed'>): string {
  const plain = (kind === null ? 'POI' : deviceNames[kind])
    .replaceAll(/[äöüÄÖÜß]/g, (letter) => transcribed[letter] ?? letter)
    .replaceAll(' ', '_')
  return `${plain}${speed === null ? '' : `_${speed}`}.csv`
}

const transcribed: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' }

export function* readGarminCsv(text: string, fileName: string): Generator<ReadStep, void> {
  const speedOfFile = speedOf(/_(\d{1,3})\.csv$/i.exec(fileName)?.[1])
  for (const next of linesInTurns(text)) {
    if (next === null) yield null
    else if (next.row.trim() !== '') yield { line: next.line, ...entryOf(next.row, speedOfFile) }
  }
}

function entryOf(row: string, speedOfFile: number | null) {
  // This cannot be a row of a table, and splitting it would take longer than a turn.
  const fields = row.length > charactersPerTurn ? [] : fieldsOf(row)
  if (fields === null) return { skipped: 'quotes' } as const
  const [longitude, latitude, name = '', comment = ''] = fields
  if (fields.length < 3 || fields.length > 4) return { skipped: 'columns' } as const
  const place: Place | null = placeFrom(latitude, longitude)
  if (place === null) return { skipped: 'coordinates' } as const
  return { poi: poiFrom(place, { name: asItWas(name), comment: asItWas(comment), speed: speedOfFile }) }
}

/**
 * A name that anybody can give to a thing on the map, or to a POI in a file that they pass on. In a spreadsheet this
 * beginning would make it a formula (CWE-1236), so an apostrophe comes before it; read back, it is taken off.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)
const asItWas = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** Some readers take a backslash before a quote for a way to write the quote itself. */
function quoted(text: string): string {
  return `"${harmless(text).replaceAll('\\', '/').replaceAll('"', '""')}"`
}

/** Fields of a row; a quote inside a field is doubled, or has a backslash before it. Null: a field is not closed. */
function fieldsOf(row: string): string[] | null {
  const fields: string[] = []
  for (let position = 0; position <= row.length;) {
    if (!isQuoted(row, position)) {
      const end = row.indexOf(',', position)
      fields.push(row.slice(position, end === -1 ? row.length : end).trim())
      position = end === -1 ? row.length + 1 : end + 1
      continue
    }
    const field = quotedField(row, row.indexOf('"', position) + 1)
    if (field === null) return null
    fields.push(field.text)
    position = field.end
  }
  return fields
}

const quote = /\s*"/y

function isQuoted(row: string, position: number): boolean {
  quote.lastIndex = position
  return quote.test(row)
}

/** The text of a field after its opening quote, and where the next one begins. */
function quotedField(row: string, start: number): { text: string; end: number } | null {
  let text = ''
  for (let position = start; position < row.length; position += 1) {
    const character = row.charAt(position)
    const quoteFollows = row.charAt(position + 1) === '"'
    const end = character === '"' && !quoteFollows ? endOfField(row, position) : null
    if (end !== null) return { text, end }
    // Some files put a backslash before a quote instead of doubling it; before the closing quote it is just a backslash.
    const isEscape = character === '"' || (character === '\\' && endOfField(row, position + 1) === null)
    if (quoteFollows && isEscape) {
      text += '"'
      position += 1
    } else text += character
  }
  return null
}

const fieldEnd = /"\s*(,|$)/y

/** Where the next field begins, if the quote at a position closes this one. */
function endOfField(row: string, position: number): number | null {
  fieldEnd.lastIndex = position
  const found = fieldEnd.exec(row)
  if (found === null) return null
  return found[1] === ',' ? fieldEnd.lastIndex : row.length + 1
}
