import { basename } from 'node:path'
import { dayMinutes } from '#contract/base/time-units.ts'
import type { Place } from '#contract/base/place.ts'
import {
  type Accident,
  type AccidentCategory,
  type OtherAccident,
  otherAccidentOf,
} from '#domain/hotspots/accidents.ts'
import { isInside } from '#domain/geo/geo.ts'
import { germany, placeOf } from './coordinates.ts'
import type { DropReason } from './feed.ts'
import { lineKey } from './line-key.ts'
import { type Line, linesOf, UnreadableFile } from './table-file.ts'
import { type Columns, accidentColumns, fieldsOf } from './unfallatlas-columns.ts'

/** Accidents with injured people, from the statistical offices (feeds, section 4). */
export const unfallatlas = {
  name: 'unfallatlas',
  title: 'Unfallschwerpunkte Motorrad aus dem Unfallatlas',
  attribution:
    '© Statistische Ämter des Bundes und der Länder, Unfallatlas, Datenlizenz Deutschland – Namensnennung – Version 2.0 (www.govdata.de/dl-de/by-2-0); Daten verändert: eigene Auswertung des Unfallatlas, keine amtliche Unfallhäufungsstelle; Krafträder einschließlich Mofas und Roller',
  /** A new table is published once a year. */
  pollMinutes: 366 * dayMinutes,
  /** Where the table of the whole country is, from about July of the following year on. */
  urlOf: (year: number) =>
    `https://www.opengeodata.nrw.de/produkte/transport_verkehr/unfallatlas/Unfallorte${year}_EPSG25832_CSV.zip`,
} as const

/** An accident with a motorcycle. */
export interface AccidentRecord extends Accident {
  /** As the table numbers it: unique within a table at best. */
  sourceId: string | null
  /** The Land's official key; null in tables without it. */
  land: number | null
}

/** An accident without a motorcycle: nothing else of it is kept. */
export interface OtherAccidentRecord extends Place {
  land: number | null
  year: number
  predictor: OtherAccident
}

/** Some rows of a table. */
export interface AccidentRows {
  accidents: AccidentRecord[]
  others: OtherAccidentRecord[]
  /** Whether the table tells accidents of cars apart: otherwise it has no others. */
  withOthers: boolean
  /** Rows that were read, with and without motorcycles. */
  read: number
  /** The year, month and Land of every readable row, once per batch: what the table covers. */
  covered: Coverage[]
  dropped: { reason: DropReason; line: number }[]
  swapped: number
}

export interface Coverage {
  land: number | null
  year: number
  /** 1 to 12. */
  month: number
}

/**
 * Reads a table of the Unfallatlas of any year, zipped or not, some rows at a time.
 * @param onShare receives the share of the file that was read, 0 to 1.
 * @throws {UnreadableFile} with the line, if it is no such table.
 */
export async function* readAccidents(path: string, onShare?: (share: number) => void): AsyncGenerator<AccidentRows> {
  const name = basename(path)
  let columns: Columns | null = null
  const keys = new Set<number>()
  for await (const lines of linesOf(path, onShare)) {
    const [first] = lines
    if (first === undefined) continue
    columns ??= headerOf(name, first.text)
    yield rowsOf(name, columns, first.number === 1 ? lines.slice(1) : lines, keys)
  }
}

function headerOf(name: string, header: string): Columns {
  const columns = accidentColumns(header)
  if ('missing' in columns) {
    const missing = columns.missing.join(', ')
    throw new UnreadableFile(`${name} ist keine Tabelle des Unfallatlas: in Zeile 1 fehlen die Spalten ${missing}`)
  }
  return columns
}

/** @param keys of the rows before; a row with an id that says all the same again is a copy. */
function rowsOf(name: string, columns: Columns, lines: readonly Line[], keys: Set<number>): AccidentRows {
  const withOthers = columns.car !== -1
  const rows: AccidentRows = { accidents: [], others: [], withOthers, read: 0, covered: [], dropped: [], swapped: 0 }
  const covered = new Set<number>()
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const fields = fieldsOf(line.text)
    if (!line.ended && isCutOff(columns, fields)) {
      throw new UnreadableFile(`${name} ist in Zeile ${line.number} abgeschnitten`)
    }
    rows.read += 1
    const row = fields.length < columns.count ? 'unreadable' : readRow(columns, fields)
    const key = columns.id === -1 ? null : lineKey(line.text)
    if (key !== null && keys.has(key)) {
      rows.dropped.push({ reason: 'duplicate', line: line.number })
      continue
    }
    if (key !== null) keys.add(key)
    if (typeof row === 'string') {
      rows.dropped.push({ reason: row, line: line.number })
      continue
    }
    const month = ((row.land ?? 0) * 10_000 + row.year) * 100 + row.month
    if (!covered.has(month)) rows.covered.push({ land: row.land, year: row.year, month: row.month })
    covered.add(month)
    if (!('accident' in row)) {
      rows.dropped.push({ reason: row.reason, line: line.number })
      if (row.other) rows.others.push(row.other)
    } else {
      rows.accidents.push(row.accident)
      rows.swapped += row.swapped ? 1 : 0
    }
  }
  return rows
}

/** Less than a metre. */
const enoughDecimals = 5

/** A last row without a line end may be complete; cut within a coordinate it would be somewhere else. */
function isCutOff(columns: Columns, fields: readonly string[]): boolean {
  const last = fields.at(-1) ?? ''
  const endsInPlace = [columns.latitude, columns.longitude].includes(fields.length - 1)
  const decimals = /[.,](\d*)$/.exec(last.trim())?.[1]?.length ?? 0
  return fields.length < columns.count || (endsInPlace && decimals < enoughDecimals)
}

type Row = Coverage &
  ({ accident: AccidentRecord; swapped: boolean } | { reason: DropReason; other?: OtherAccidentRecord | null })

/** Rows without a motorcycle count for what the table covers. Of them only place and predictor are read. */
function readRow(columns: Columns, fields: readonly string[]): Row | 'unreadable' {
  const year = codeOf(fields[columns.year], 1990, 2100)
  const month = codeOf(fields[columns.month], 1, 12)
  const land = columns.land === -1 ? null : codeOf(fields[columns.land], 1, 16)
  const withMotorcycle = truthOf(fields[columns.motorcycle])
  const landIsUnreadable = columns.land !== -1 && land === null
  if (year === null || month === null || withMotorcycle === null || landIsUnreadable) return 'unreadable'
  const covered = { land, year, month }
  if (!withMotorcycle) return { ...covered, reason: 'withoutMotorcycle', other: otherOf(columns, fields, covered) }
  const category = categoryOf(fields[columns.category])
  if (category === null) return 'unreadable'

  const place = placeOf(degreesOf(fields[columns.latitude]), degreesOf(fields[columns.longitude]))
  if (place === null) return { ...covered, reason: 'withoutPlace' }
  const { swapped, ...coordinates } = place
  if (!isInside(germany, coordinates)) return { ...covered, reason: 'outsideGermany' }
  const accident: AccidentRecord = {
    sourceId: fields[columns.id]?.trim() ?? null,
    land,
    year,
    ...coordinates,
    category,
    kind: codeOf(fields[columns.kind], 0, 9),
    type: codeOf(fields[columns.type], 1, 7),
    light: codeOf(fields[columns.light], 0, 2) ?? wordOf(fields[columns.light], lightWords),
    surface: codeOf(fields[columns.surface], 0, 2) ?? wordOf(fields[columns.surface], surfaceWords),
    weekend: isOnWeekend(fields[columns.weekday]),
  }
  return { ...covered, accident, swapped }
}

/** 1 is Sunday and 7 Saturday; derived tables have English names. Null if the field says neither. */
function isOnWeekend(weekday: string | undefined): boolean | null {
  const day = codeOf(weekday, 1, 7) ?? (wordOf(weekday, weekdayWords) ?? NaN) + 1
  return Number.isNaN(day) ? null : day === 1 || day === 7
}

/** Null where its place is unknown or abroad: then it says nothing about any place here. */
function otherOf(columns: Columns, fields: readonly string[], { land, year }: Coverage): OtherAccidentRecord | null {
  const withCar = truthOf(fields[columns.car])
  const place = placeOf(degreesOf(fields[columns.latitude]), degreesOf(fields[columns.longitude]))
  if (withCar === null || place === null || !isInside(germany, place)) return null
  const predictor = otherAccidentOf({
    type: codeOf(fields[columns.type], 1, 7),
    withCar,
    withBicycleOrOnFoot: truthOf(fields[columns.bicycle]) === true || truthOf(fields[columns.onFoot]) === true,
  })
  return { land, year, latitude: place.latitude, longitude: place.longitude, predictor }
}

/** A whole number, with or without its leading zeros. */
function codeOf(field: string | undefined, least: number, most: number): number | null {
  if (field === undefined || !/^\s*\d+\s*$/.test(field)) return null
  const value = Number(field)
  return value >= least && value <= most ? value : null
}

function truthOf(field: string | undefined): boolean | null {
  const text = field?.trim().toLowerCase()
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : null
}

/** What derived tables write instead of the codes; only the first letters, because umlauts depend on the encoding. */
const categoryWords = [/^t(o|ö|Ã¶)/i, /^schwer/i, /^leicht/i]
const lightWords = [/^tag/i, /^d.{1,2}mmer/i, /^dunkel/i]
const weekdayWords = [/^sun/i, /^mon/i, /^tue/i, /^wed/i, /^thu/i, /^fri/i, /^sat/i]
const surfaceWords = [/^trocken/i, /^nass/i, /^winter/i]

function categoryOf(field: string | undefined): AccidentCategory | null {
  const code = codeOf(field, 1, 3) ?? (wordOf(field, categoryWords) ?? NaN) + 1
  return code === 1 || code === 2 || code === 3 ? code : null
}

function wordOf(field: string | undefined, words: readonly RegExp[]): number | null {
  const position = words.findIndex((word) => field !== undefined && word.test(field.trim()))
  return position === -1 ? null : position
}

/** Degrees with a decimal comma; NaN, which is no place, for an empty field or a zero. */
function degreesOf(field: string | undefined): number {
  const text = field?.trim().replace(',', '.') ?? ''
  return /^-?\d{1,3}(\.\d+)?$/.test(text) && Number(text) !== 0 ? Number(text) : NaN
}
