/*
 * Where each kind of text frame has its fields (protocols, section 5.1). A field is known by its place in its kind, never by
 * what it looks like: the numbers of cells and of a SIM have as many digits as a status. Places count from the kind, which is
 * 0; null where a frame does not have what its kind has.
 */

export type Fields = readonly string[]

/** A place with time and motion, and the status of the moment when it was measured. */
export interface LocatedFrame {
  time: string
  validity: string
  /** Latitude, N or S, longitude, E or W. */
  place: Fields
  /** Knots and degrees. */
  motion: Fields
  battery: string | null
  date: string
  status: string | null
}

/** After how many fields behind the date the status comes: `V19` has the SIM's two numbers before it. */
const statusAfterDate: ReadonlyMap<string, number> = new Map([
  ['V1', 1],
  ['V2', 1],
  ['V4', 1],
  ['V5', 1],
  ['V6', 1],
  ['V8', 1],
  ['V19', 4],
  ['VI1', 1],
])

/** From the time to the status. */
const locatedFields = 10

/** Null for other kinds, and for an answer to a command that only says that it was done. */
export function locatedFrame(fields: Fields): LocatedFrame | null {
  const [kind = ''] = fields
  const afterDate = statusAfterDate.get(kind)
  // An answer to a command repeats the command, which may have any number of fields, before the place.
  const at = kind === 'V4' ? fields.length - locatedFields : 1
  if (afterDate === undefined || at < 1) return null
  const [time = '', validity = '', ...rest] = fields.slice(at)
  if (kind === 'V4' && !/^[NS]$/.test(rest[1] ?? '')) return null
  // Some models put the battery, which has no six digits, before the date.
  const battery = kind === 'V1' && /^\d{1,3}$/.test(rest[6] ?? '') ? (rest[6] ?? null) : null
  const dateAt = battery === null ? 6 : 7
  const date = rest[dateAt] ?? ''
  const place = rest.slice(0, 4)
  return { time, validity, place, motion: rest.slice(4, 6), battery, date, status: rest[dateAt + afterDate] ?? null }
}

/** Where a kind without a place has its status: right after its date. */
const statusPlaces = new Map<string, (fields: Fields) => number>([
  ['LINK', () => 8],
  // Country, network, timing advance and the number of cells, each of three fields.
  ['NBR', (fields) => 7 + 3 * countOf(fields[5])],
  // Country with network, and the number of cells, each of four fields; then three more before the date.
  ['V3', (fields) => 8 + 4 * countOf(fields[3])],
])

function countOf(field: string | undefined): number {
  return /^\d{1,2}$/.test(field ?? '') ? Number(field) : Number.NaN
}

/** Whether frames of this kind, which have no place, have a status. */
export function hasStatus(kind: string): boolean {
  return statusPlaces.has(kind)
}

/** Null if the frame is shorter or longer than its numbers of cells say. */
export function statusWithoutPlace(fields: Fields): string | null {
  const at = statusPlaces.get(fields[0] ?? '')?.(fields) ?? Number.NaN
  return /^\d{6}$/.test(fields[at - 1] ?? '') ? (fields[at] ?? null) : null
}

const batteryPlaces: ReadonlyMap<string, number> = new Map([
  ['LINK', 4],
  ['HTBT', 1],
])

/** Percent, of kinds without a place. */
export function batteryWithoutPlace(fields: Fields): string | null {
  return fields[batteryPlaces.get(fields[0] ?? '') ?? fields.length] ?? null
}

/**
 * Kinds of which nothing but a battery is read: heartbeats, texts, cells alone, a date without a time, and answers to a
 * command without a place.
 */
const signsOfLife: ReadonlySet<string> = new Set(['', 'BASE', 'BS', 'HTBT', 'SMS', 'V0', 'V4', 'VP1', 'XT'])

export function isSignOfLife(kind: string): boolean {
  return signsOfLife.has(kind)
}
