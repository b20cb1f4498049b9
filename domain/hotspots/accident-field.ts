import type { PlanePoint } from '#domain/geo/utm.ts'
import { countOfYears, type KnownAccidents } from './accidents.ts'

/** Accidents that can be found by where they lie. */
export interface AccidentField extends KnownAccidents, PlaceField {
  /** For how many years accidents are known there. */
  years: Uint8Array
}

/** Places that can be found by where they lie: sorted into square cells. */
export interface PlaceField {
  /** Metres in the plane. */
  east: Float64Array
  north: Float64Array
  /** The area in which there are some, in squares of 10 km. */
  squareMetres: number
  west: number
  south: number
  columns: number
  rows: number
  /** Where each cell begins in `order`, by rows from the south-west; one more at the end. */
  starts: Int32Array
  /** Indexes of places, cell by cell. */
  order: Int32Array
}

const cellMetres = 250
const squareCells = 40

export function fieldOf(known: KnownAccidents): AccidentField {
  return { ...known, ...placeField(known.east, known.north), years: known.knownYears.map(countOfYears) }
}

export function fieldOfPlaces(places: readonly PlanePoint[]): PlaceField {
  return placeField(
    Float64Array.from(places, ({ east }) => east),
    Float64Array.from(places, ({ north }) => north),
  )
}

/** What is without a place is in no cell, so it is near nothing. */
function placeField(easts: Float64Array, norths: Float64Array): PlaceField {
  const [west, east] = extent(easts)
  const [south, north] = extent(norths)
  const columns = Math.floor((east - west) / cellMetres) + 1
  const rows = Math.floor((north - south) / cellMetres) + 1
  const cellOf = (index: number) =>
    Math.floor(((norths[index] ?? 0) - south) / cellMetres) * columns +
    Math.floor(((easts[index] ?? 0) - west) / cellMetres)

  const starts = new Int32Array(columns * rows + 1)
  for (let index = 0; index < easts.length; index += 1) {
    if (Number.isFinite(cellOf(index))) add(starts, cellOf(index) + 1, 1)
  }
  for (let cell = 1; cell < starts.length; cell += 1) add(starts, cell, starts[cell - 1] ?? 0)
  const next = starts.slice()
  const order = new Int32Array(easts.length)
  const squareColumns = Math.ceil(columns / squareCells)
  const squares = new Uint8Array(squareColumns * Math.ceil(rows / squareCells))
  for (let index = 0; index < easts.length; index += 1) {
    const cell = cellOf(index)
    if (!Number.isFinite(cell)) continue
    order[next[cell] ?? 0] = index
    add(next, cell, 1)
    const row = Math.floor(cell / columns / squareCells)
    squares[row * squareColumns + Math.floor((cell % columns) / squareCells)] = 1
  }
  const squareMetres =
    Math.max(
      1,
      squares.reduce((sum, one) => sum + one, 0),
    ) *
    (squareCells * cellMetres) ** 2
  return { east: easts, north: norths, squareMetres, west, south, columns, rows, starts, order }
}

function extent(metres: Float64Array): [number, number] {
  let least = Infinity
  let most = -Infinity
  for (const each of metres) {
    if (!Number.isFinite(each)) continue
    least = Math.min(least, each)
    most = Math.max(most, each)
  }
  return least > most ? [0, 0] : [least, most]
}

function add(counts: Int32Array, at: number, count: number): void {
  counts[at] = (counts[at] ?? 0) + count
}

/** Calls `visit` with each place within the reach, and the square of its distance in metres. */
export function visitNear(
  field: PlaceField,
  { east, north }: PlanePoint,
  reach: number,
  visit: (index: number, squared: number) => void,
): void {
  const { west, south, columns, rows, starts, order } = field
  const column = (metres: number) => Math.min(columns - 1, Math.max(0, Math.floor((metres - west) / cellMetres)))
  const row = (metres: number) => Math.min(rows - 1, Math.max(0, Math.floor((metres - south) / cellMetres)))
  const [first, last] = [column(east - reach), column(east + reach)]
  const top = row(north + reach)
  for (let each = row(north - reach); each <= top; each += 1) {
    const end = starts[each * columns + last + 1] ?? 0
    for (let at = starts[each * columns + first] ?? 0; at < end; at += 1) {
      const index = order[at] ?? 0
      const squared = ((field.east[index] ?? 0) - east) ** 2 + ((field.north[index] ?? 0) - north) ** 2
      if (squared <= reach ** 2) visit(index, squared)
    }
  }
}
