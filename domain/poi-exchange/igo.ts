import type { PoiType } from '#contract/pois/pois.ts'
import { charactersPerTurn, linesInTurns } from '#domain/files/reading-turns.ts'
import { deviceNames } from './device-names.ts'
import {
  directionOf,
  type ExchangedPoi,
  type FileNotes,
  placeFrom,
  poiFrom,
  type ReadStep,
  speedOf,
  written,
} from './exchanged-poi.ts'

const header = 'IDX,X,Y,TYPE,SPEED,DIRTYPE,DIRECTION'

/** iGO's codes for our types; all others are its "other danger" (OpenSpeedcam's table). */
const codeByType: Partial<Record<PoiType, number>> = {
  SpeedControl: 1,
  Tunnel: 1,
  SemiStationarySpeedCameras: 1,
  SpeedAndRedLightControl: 2,
  RedLightControl: 3,
  SectionControl: 4,
  SectionControlMid: 4,
  SectionControlEnd: 4,
  MobileSpeedCamera: 5,
  MobileRedLightControl: 5,
}
const otherDanger = 106

/** Our types for iGO's codes. Vendors do not agree on the codes that are missing here. */
const meaningOfCode: Readonly<Record<string, { kind: PoiType | null; name: string }>> = {
  1: { kind: 'SpeedControl', name: deviceNames.SpeedControl },
  2: { kind: 'SpeedAndRedLightControl', name: deviceNames.SpeedAndRedLightControl },
  3: { kind: 'RedLightControl', name: deviceNames.RedLightControl },
  4: { kind: 'SectionControl', name: deviceNames.SectionControl },
  5: { kind: 'MobileSpeedCamera', name: deviceNames.MobileSpeedCamera },
  100: { kind: null, name: 'Bahnübergang oder Fußgängerüberweg' },
  101: { kind: null, name: 'Tempolimit' },
  102: { kind: null, name: 'Bodenschwelle' },
  103: { kind: null, name: 'Schlechte Straße' },
  104: { kind: null, name: 'Gefährliche Kurve' },
  105: { kind: null, name: 'Gefährliche Kreuzung' },
  106: { kind: null, name: 'Gefahr' },
}

/** The beginning of a speedcam.txt. */
export function igoOpening(notes: FileNotes): string {
  return `${notes.map((note) => `// ${note}\r\n`).join('')}${header}\r\n`
}

/** One row. If the direction is unknown, the device warns in both directions. */
export function igoRow(poi: ExchangedPoi, index: number): string {
  const code = (poi.kind === null ? undefined : codeByType[poi.kind]) ?? otherDanger
  const direction = poi.direction === null ? '0,0' : `1,${poi.direction}`
  return `${index},${written(poi.longitude)},${written(poi.latitude)},${code},${poi.speed ?? 0},${direction}\r\n`
}

/** The header names the columns. Without one, their number does: rows of seven begin with an index. */
export function* readIgo(text: string): Generator<ReadStep, void> {
  let columns: readonly string[] | null = null
  for (const next of linesInTurns(text)) {
    if (next === null) {
      yield null
      continue
    }
    const { line, row: raw } = next
    const comment = raw.indexOf('//')
    const row = (comment === -1 ? raw : raw.slice(0, comment)).trim()
    if (row === '') continue
    // This cannot be a row of a table, and splitting it would take longer than a turn.
    if (row.length > charactersPerTurn) {
      yield { line, skipped: 'columns' }
      continue
    }
    const fields = row.split(',').map((field) => field.trim())
    if (isHeader(fields)) columns = fields.map((field) => field.toUpperCase())
    else yield { line, ...entryOf(fields, columns ?? igoColumns(fields)) }
  }
}

/** Whether the text is iGO's: its header, or rows of numbers only. */
export function looksLikeIgo(text: string): boolean {
  const first = text
    .slice(0, 5000)
    .split(/\r\n|\n|\r/)
    .find((line) => line.trim() !== '' && !line.trim().startsWith('//'))
  if (first === undefined) return false
  const fields = first.split(',').map((field) => field.trim())
  return isHeader(fields) || (fields.length >= 6 && fields.every((field) => /^-?\d+(\.\d+)?$/.test(field)))
}

function isHeader(fields: readonly string[]): boolean {
  const names = fields.map((field) => field.toUpperCase())
  return names.includes('X') && names.includes('Y')
}

const withIndex = header.split(',')

function igoColumns(fields: readonly string[]): readonly string[] {
  return fields.length >= withIndex.length ? withIndex : withIndex.slice(1)
}

function entryOf(fields: readonly string[], columns: readonly string[]) {
  if (fields.length < columns.indexOf('Y') + 1 || fields.length > columns.length) return { skipped: 'columns' } as const
  const field = (name: string) => fields[columns.indexOf(name)]
  const place = placeFrom(field('Y'), field('X'))
  if (place === null) return { skipped: 'coordinates' } as const
  const code = field('TYPE') ?? ''
  const { kind, name } = meaningOfCode[code] ?? { kind: null, name: `Typ ${code}` }
  const direction = field('DIRTYPE') === '1' ? directionOf(field('DIRECTION')) : null
  return { poi: poiFrom(place, { name, kind, speed: speedOf(field('SPEED')), direction }) }
}
