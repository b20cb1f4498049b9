import { linesInTurns } from '#domain/files/reading-turns.ts'
import { fieldOf, placeOf } from './json-reading.ts'
import { createRecordings, secondsOf, type TourFile } from './recordings.ts'

/** Positions as Traccar's API answers them, of one device or several. @throws {TooManyPoints} */
export function readTraccarPositions(positions: readonly unknown[]): TourFile {
  const recordings = createRecordings('traccar')
  for (const position of positions) {
    recordings.add(
      recordings.of(deviceOf(position)),
      placeOf(fieldOf(position, 'latitude'), fieldOf(position, 'longitude')),
      secondsOf(fieldOf(position, 'fixTime')) ?? secondsOf(fieldOf(position, 'deviceTime')),
    )
  }
  return recordings.file()
}

/** Anything else than a number or a text is no device: its own `toString` would be called. */
function deviceOf(position: unknown): string {
  const id = fieldOf(position, 'deviceId')
  return typeof id === 'number' || typeof id === 'string' ? `${id}` : ''
}

/**
 * The table of Traccar's report. Its texts have no quotes: an address with commas moves all columns after it, so only those
 * before it are read. Null if the first line is another's. @throws {TooManyPoints}
 */
export function readTraccarTable(text: string): TourFile | null {
  const recordings = createRecordings('traccar')
  let columns: Columns | null = null
  for (const next of linesInTurns(text)) {
    if (next === null || next.row.trim() === '') continue
    if (columns === null) {
      columns = columnsOf(next.row)
      if (columns === null) return null
      continue
    }
    const fields = next.row.split(',', mostColumns)
    const at = (column: number | null) => (column === null ? undefined : fields[column]?.trim())
    recordings.add(
      recordings.of(at(columns.device) ?? ''),
      placeOf(at(columns.latitude), at(columns.longitude)),
      secondsOf(at(columns.fixTime)) ?? secondsOf(at(columns.deviceTime)),
    )
  }
  return columns === null ? null : recordings.file()
}

interface Columns {
  latitude: number
  longitude: number
  fixTime: number | null
  deviceTime: number | null
  device: number | null
}

const mostColumns = 100

function columnsOf(row: string): Columns | null {
  const names = row.split(',', mostColumns).map((name) => name.trim())
  const columnOf = (name: string) => (names.includes(name) ? names.indexOf(name) : null)
  const [latitude, longitude] = [columnOf('latitude'), columnOf('longitude')]
  const [fixTime, deviceTime] = [columnOf('fixTime'), columnOf('deviceTime')]
  if (latitude === null || longitude === null || (fixTime ?? deviceTime) === null) return null
  return { latitude, longitude, fixTime, deviceTime, device: columnOf('deviceId') }
}
