import type { Gt06Frame } from './gt06-frames.ts'

/** Time, satellites and place. */
export const blockBytes = 18

/** The last word of the block: the course, and what is said beside it. */
export const wordFlags = {
  course: 0x3ff,
  north: 0x400,
  west: 0x800,
  valid: 0x1000,
  saysIgnition: 0x4000,
  ignition: 0x8000,
}

/** Types whose content begins with the block of time and place (protocols, section 4.3). */
const located = new Set([
  0x10, 0x11, 0x12, 0x16, 0x17, 0x1a, 0x1e, 0x22, 0x24, 0x25, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x36, 0x37, 0x38, 0x61,
  0xa0, 0xa2, 0xa4,
])
/**
 * What some models write before time and place, by type: their IMEI, which begins at this byte, and perhaps more. `QH302R`
 * writes the IMEI alone, `XT40` a flag, the IMEI and another time.
 */
const prefixes: ReadonlyMap<number, { imeiAt: number; bytes: number }> = new Map([
  [0x12, { imeiAt: 0, bytes: 8 }],
  [0x61, { imeiAt: 0, bytes: 8 }],
  [0x22, { imeiAt: 1, bytes: 15 }],
  [0x25, { imeiAt: 1, bytes: 15 }],
])
/** Fifteen digits, one in each half of a byte: the time that is there in other models contains no such number. */
const imeiPattern = /^0\d{15}$/
export const timeBytes = 7
/** The same types also contain lists of cells, without a place. */
const cellListTypes: ReadonlySet<number> = new Set([0x24, 0xa2])
/** The long form of this type writes the length of the block and the satellites in two bytes. */
export const wideType = 0x32
export const wideLength = 0x0c
/** Some models write 8, 13 or 15. */
export const usualLength = 0x0c

/** From the time on; null if there is no block of time and place where the type has it. */
export function blockIn({ type, content }: Pick<Gt06Frame, 'type' | 'content'>): Buffer | null {
  if (!located.has(type)) return null
  const { imeiAt, bytes } = prefixes.get(type) ?? { imeiAt: 0, bytes: 0 }
  const isPrefixed = bytes > 0 && imeiPattern.test(content.toString('hex', imeiAt, imeiAt + 8))
  const block = isPrefixed ? content.subarray(bytes) : content
  return isBlock(type, block) ? block : null
}

/** Begins with a date and contains the length of the rest of the block. */
function isBlock(type: number, bytes: Buffer): boolean {
  if (bytes.length < blockBytes || readTime(bytes, 0) === null) return false
  const length = bytes.readUInt8(6) >> 4
  // In a list of cells the network is in its place, and its highest bit can be set.
  return cellListTypes.has(type) ? length === usualLength : length >= 8
}

/** Binary, not BCD. Null if it is no date. */
export function readTime(content: Buffer, at: number): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = content.subarray(at, at + 6)
  const time = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second))
  const isDate = year < 100 && month >= 1 && time.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60
  return isDate ? time : null
}
