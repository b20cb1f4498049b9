/* Where the frames of Meitrack begin and end, and their checksum (protocols, section 7). */

const dollar = 0x24
const comma = 0x2c
const star = 0x2a
const flags = { first: 0x41, last: 0x7a }
/** `$$` and one character that numbers the frame. */
const lengthAt = 3
const mostDigits = 4
/** The longest ones that are read have some hundred bytes; pictures and packed records are cut up by their own kind. */
const mostBytes = 2_048
/** `*`, two digits, CR and LF. */
export const endBytes = 5
/** The least that a length can count: a comma and the end. */
const leastCounted = 1 + endBytes

/** Its length counts from the first comma, with it, to the end. */
export function sizeOf(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  const [first, second, flag] = bytes
  if (first !== dollar || (second ?? dollar) !== dollar) return 'NONE'
  if (flag === undefined) return 'UNKNOWN'
  if (flag < flags.first || flag > flags.last) return 'NONE'
  const head = bytes.subarray(lengthAt, lengthAt + mostDigits + 1)
  const commaAt = head.indexOf(comma)
  const digits = head.toString('latin1', 0, commaAt === -1 ? head.length : commaAt)
  if (!/^\d{0,4}$/.test(digits)) return 'NONE'
  if (commaAt === -1) return head.length > mostDigits ? 'NONE' : 'UNKNOWN'
  const size = lengthAt + commaAt + Number(digits)
  return Number(digits) < leastCounted || size > mostBytes ? 'NONE' : size
}

/** The sum of all bytes down to the star, with it. */
export function checksumOf(bytes: Buffer): string {
  const sum = bytes.reduce((total, byte) => (total + byte) & 0xff, 0)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

export function isIntact(frame: Buffer): boolean {
  const starAt = frame.length - endBytes
  const end = frame.toString('latin1', starAt + 1)
  return frame[starAt] === star && end.toUpperCase() === `${checksumOf(frame.subarray(0, starAt + 1))}\r\n`
}
