/*
 * The world as a square of 2^32 by 2^32 steps (Web Mercator, 9 mm at the equator), and its points in Z-order: by the
 * interleaved bits of x and y. The points of a map tile are then one uninterrupted run, found by bisection.
 */

const worldSteps = 2 ** 32
/** Bits of x and of y used for the order: a step of 0.6 m, far smaller than a tile of zoom 19 needs. */
const orderedBits = 26
const halfBits = 13

export function worldX(longitude: number): number {
  return stepsOf((longitude + 180) / 360)
}

export function worldY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return stepsOf(0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI))
}

/** Poles and the antimeridian are on the edge, not beyond it. */
function stepsOf(share: number): number {
  return Math.floor(Math.min(Math.max(share, 0), 1 - 1 / worldSteps) * worldSteps)
}

/** Where a tile is: its north-west corner and the length of its side, in steps of the world. */
export interface TileSquare {
  west: number
  north: number
  side: number
}

/** Null beyond the edge of the world. */
export function tileSquare(zoom: number, column: number, row: number): TileSquare | null {
  const tiles = 2 ** zoom
  if (column < 0 || row < 0 || column >= tiles || row >= tiles) return null
  const side = worldSteps / tiles
  return { west: column * side, north: row * side, side }
}

export function isInSquare({ west, north, side }: TileSquare, x: number, y: number): boolean {
  return x >= west && x < west + side && y >= north && y < north + side
}

/** The order of points: indices into `xs` and `ys`, by Z-order. Four passes of a radix sort. */
export function zOrder(xs: Uint32Array, ys: Uint32Array): Uint32Array {
  const high = new Uint32Array(xs.length)
  const low = new Uint32Array(xs.length)
  for (let index = 0; index < xs.length; index += 1) {
    high[index] = highKey(xs[index] ?? 0, ys[index] ?? 0)
    low[index] = lowKey(xs[index] ?? 0, ys[index] ?? 0)
  }
  let order = new Uint32Array(xs.length).map((_, index) => index)
  for (const keys of [low, high]) {
    order = sortedByDigit(order, keys, 0)
    order = sortedByDigit(order, keys, halfBits)
  }
  return order
}

/** The run of a sorted list that lies in a square of tiles: from `first` to before `end`. */
export function runInSquare(
  { west, north, side }: TileSquare,
  length: number,
  x: (position: number) => number,
  y: (position: number) => number,
): { first: number; end: number } {
  const lowest = keyOf(west, north)
  const keysInSquare = (side / 2 ** (32 - orderedBits)) ** 2
  const keyAt = (position: number) => keyOf(x(position), y(position))
  return { first: firstFrom(lowest, length, keyAt), end: firstFrom(lowest + keysInSquare, length, keyAt) }
}

function firstFrom(key: number, length: number, keyAt: (position: number) => number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyAt(middle) < key) low = middle + 1
    else high = middle
  }
  return low
}

function sortedByDigit(order: Uint32Array, keys: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const digits = 2 ** halfBits
  const starts = new Uint32Array(digits + 1)
  for (const key of keys) {
    const digit = ((key >>> shift) & (digits - 1)) + 1
    starts[digit] = (starts[digit] ?? 0) + 1
  }
  for (let digit = 1; digit <= digits; digit += 1) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  const sorted = new Uint32Array(order.length)
  for (const index of order) {
    const digit = ((keys[index] ?? 0) >>> shift) & (digits - 1)
    const place = starts[digit] ?? 0
    sorted[place] = index
    starts[digit] = place + 1
  }
  return sorted
}

/** 52 bits: exact in a number. */
function keyOf(x: number, y: number): number {
  return highKey(x, y) * 2 ** orderedBits + lowKey(x, y)
}

function highKey(x: number, y: number): number {
  return spread(x >>> 19) | (spread(y >>> 19) << 1)
}

function lowKey(x: number, y: number): number {
  return spread((x >>> 6) & 0x1fff) | (spread((y >>> 6) & 0x1fff) << 1)
}

/** Inserts a zero between the 13 bits of a number. */
function spread(bits: number): number {
  let spreading = bits
  spreading = (spreading | (spreading << 8)) & 0x00ff00ff
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f
  spreading = (spreading | (spreading << 2)) & 0x33333333
  return (spreading | (spreading << 1)) & 0x55555555
}
