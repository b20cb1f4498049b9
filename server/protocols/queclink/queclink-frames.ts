import type { TakeFrame } from '#server/protocols/protocol.ts'

/* Where the texts of Queclink begin and end (protocols, section 6). */

const plus = 0x2b
const dollar = 0x24
const zero = 0x00
/** The longest real one, all settings of a tracker, has some thousand bytes. */
const mostTextBytes = 4_096

const beginnings = ['+RESP:GT', '+BUFF:GT', '+ACK:GT'].map((text) => Buffer.from(text))

/**
 * A text goes from one of these beginnings to `$`, or to a zero, or to the next beginning. What is between two texts is
 * skipped, like frames of the binary form.
 */
export const takeFrame: TakeFrame = (bytes) => {
  for (let start = bytes.indexOf(plus); start !== -1; start = bytes.indexOf(plus, start + 1)) {
    const rest = bytes.subarray(start)
    const size = sizeOf(rest)
    if (size === 'NONE') continue
    if (size === 'UNKNOWN') return { frame: null, rest }
    return { frame: rest.subarray(0, size), rest: rest.subarray(size) }
  }
  return { frame: null, rest: Buffer.alloc(0) }
}

function sizeOf(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  if (!begins(bytes)) return 'NONE'
  const text = bytes.subarray(0, mostTextBytes)
  const dollarAt = text.indexOf(dollar)
  const untilDollar = dollarAt === -1 ? text : text.subarray(0, dollarAt)
  const zeroAt = untilDollar.indexOf(zero)
  const end = zeroAt === -1 ? dollarAt : zeroAt
  const inside = end === -1 ? text : text.subarray(0, end)
  for (let next = inside.indexOf(plus, 1); next !== -1; next = inside.indexOf(plus, next + 1)) {
    if (beginsWhole(inside.subarray(next))) return next
  }
  if (end !== -1) return end + 1
  return bytes.length < mostTextBytes ? 'UNKNOWN' : 'NONE'
}

/** As far as it has arrived. */
function begins(bytes: Buffer): boolean {
  return beginnings.some((beginning) => {
    const known = Math.min(bytes.length, beginning.length)
    return bytes.subarray(0, known).equals(beginning.subarray(0, known))
  })
}

function beginsWhole(bytes: Buffer): boolean {
  return beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))
}
