import type { TakeFrame } from '#server/protocols/protocol.ts'

/* Where the frames of H02 begin and end (protocols, section 5). */

const star = 0x2a
const dollar = 0x24
const hash = 0x23
const comma = 0x2c
/** The longest real ones, answers to a command, have some hundred bytes. */
const mostTextBytes = 2_048
/** The length of binary frames depends on the model; the frame itself does not contain it. */
const binarySizes = [32, 42, 45, 46, 48]
const leastBinaryBytes = 32
const mostBinaryBytes = 64
/** Of the longest usual frame, if only the shortest one has arrived. */
const mostLeftOverBytes = 16

/**
 * Text goes from `*XX,` to `#`, or to the next beginning. Binary frames have neither length nor end. One ends where the
 * next frame begins or where nothing more has arrived, which may be in its model's own part, which nobody reads. What is
 * left over then, like keep-alives that begin with `X`, begins no frame and is skipped. In doubt the previous binary frame
 * shows how long the next one is, and whose.
 */
export function createFramer(): TakeFrame {
  let before: Buffer | null = null
  return (bytes) => {
    const { frame, rest } = takeFrame(bytes, before)
    if (frame !== null && beginsBinary(frame)) before = frame
    return { frame, rest }
  }
}

function takeFrame(bytes: Buffer, before: Buffer | null): ReturnType<TakeFrame> {
  for (let start = 0; start < bytes.length; start += 1) {
    const rest = bytes.subarray(start)
    const size = sizeOf(rest, before)
    if (size === 'NONE') continue
    if (size === 'UNKNOWN') return { frame: null, rest }
    return { frame: rest.subarray(0, size), rest: rest.subarray(size) }
  }
  return { frame: null, rest: Buffer.alloc(0) }
}

function sizeOf(bytes: Buffer, before: Buffer | null): number | 'NONE' | 'UNKNOWN' {
  if (beginsText(bytes)) return textSize(bytes)
  return beginsBinary(bytes) ? binarySize(bytes, before) : 'NONE'
}

/** `*`, two letters for the maker, and a comma; as far as it has arrived. */
function beginsText(bytes: Buffer, at = 0): boolean {
  const isLetter = (byte: number | undefined) => byte === undefined || (byte >= 0x41 && byte <= 0x7a)
  return bytes[at] === star && isLetter(bytes[at + 1]) && isLetter(bytes[at + 2]) && (bytes[at + 3] ?? comma) === comma
}

function textSize(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  const text = bytes.subarray(0, mostTextBytes)
  const hashAt = text.indexOf(hash)
  const end = hashAt === -1 ? text.length : hashAt
  for (let next = text.indexOf(star, 1); next !== -1 && next < end; next = text.indexOf(star, next + 1)) {
    if (next + 4 <= text.length && beginsText(text, next)) return next
  }
  if (hashAt !== -1) return hashAt + 1
  return bytes.length < mostTextBytes ? 'UNKNOWN' : 'NONE'
}

/** The two layouts of a binary frame; they differ in the length of the identity. */
export interface BinaryLayout {
  /** Digits of the identity, and the number of its bytes. */
  digits: number
  timeAt: number
  /** Up to the end of the status. */
  bytes: number
}

const layouts: readonly BinaryLayout[] = [
  { digits: 10, timeAt: 6, bytes: 29 },
  { digits: 15, timeAt: 9, bytes: 32 },
]

/** As its digits are written. */
const lastHour = 0x23

/** The layout by which everything that has arrived can be read; null if there is none. */
export function layoutOf(bytes: Buffer): BinaryLayout | null {
  if (bytes[0] !== dollar || !layouts.some(({ timeAt }) => (bytes[timeAt] ?? 0) <= lastHour)) return null
  const digits = bytes.toString('hex', 1, mostBinaryBytes)
  const likely = bytes.length === 42 ? layouts.toReversed() : layouts
  return likely.find((layout) => isReadable(digits, layout)) ?? null
}

/** @param digits two for each byte after the `$`. */
function isReadable(digits: string, { digits: identityDigits, timeAt }: BinaryLayout): boolean {
  const identity = digits.slice(0, identityDigits)
  const [time, motion] = [digits.slice((timeAt - 1) * 2), digits.slice((timeAt + 10) * 2)]
  // Hour, minute, second, day, month, year, latitude; after the battery longitude, flags, speed and course.
  const isClock = /^(?:[01]\d|2[0-3]|[0-2]?$)(?:[0-5]\d|[0-5]?$){2}(?:[0-3]\d|[0-3]?$)(?:[01]\d|[01]?$)\d{0,2}/.test(
    time,
  )
  const isPlace = /^\d{0,20}$/.test(time.slice(0, 20)) && /^\d{0,9}(?:$|[\da-f]\d{0,6}$)/.test(motion.slice(0, 16))
  return /^\d*$/.test(identity) && isClock && isPlace
}

function beginsBinary(bytes: Buffer): boolean {
  return layoutOf(bytes) !== null
}

function binarySize(bytes: Buffer, before: Buffer | null): number | 'NONE' | 'UNKNOWN' {
  const layout = layoutOf(bytes)
  if (layout === null || bytes.length < leastBinaryBytes) return 'UNKNOWN'
  if (before !== null && isLeftOver(bytes, before)) return 'NONE'
  // A false beginning would wait for the rest of its frame, and take it from the next one.
  const isAlone = binarySizes.includes(bytes.length)
  const isAsBefore = before?.length === bytes.length
  const begins = (at: number) => {
    const next = bytes.subarray(at)
    if (next.length === 0) return true
    if (!isAlone) return isBeginning(next)
    return isSureBeginning(next, bytes, layout) || (!isAsBefore && mayBegin(next))
  }
  const usual = binarySizes.find((size) => size <= bytes.length && begins(size))
  if (usual !== undefined) return usual
  for (let at = layout.bytes; at < Math.min(bytes.length, mostBinaryBytes); at += 1) if (begins(at)) return at
  return Math.min(bytes.length, mostBinaryBytes)
}

/**
 * Whether this is the end of the previous frame, which only looks like a frame: the same tracker's next one begins in it.
 */
function isLeftOver(bytes: Buffer, before: Buffer): boolean {
  const named = before.subarray(0, layoutOf(before)?.timeAt)
  const begins = (at: number) => named.equals(bytes.subarray(at, at + named.length)) && beginsBinary(bytes.subarray(at))
  if (begins(0)) return false
  for (let at = 1; at <= mostLeftOverBytes; at += 1) if (begins(at)) return true
  return false
}

const keepAlive = 0x58

function isBeginning(bytes: Buffer): boolean {
  return bytes[0] === keepAlive || beginsText(bytes) || beginsBinary(bytes)
}

const decidingTextBytes = 3
const decidingBinaryBytes = 2

/** A bit of a model's own part can look like a beginning; a tracker that continues does so under the same identity. */
function isSureBeginning(bytes: Buffer, before: Buffer, { timeAt }: BinaryLayout): boolean {
  if (bytes.length >= decidingTextBytes && beginsText(bytes)) return true
  const known = Math.min(bytes.length, timeAt)
  return (
    known >= decidingBinaryBytes && bytes.subarray(0, known).equals(before.subarray(0, known)) && beginsBinary(bytes)
  )
}

/**
 * Too short to decide. A frame that ends there too early loses nothing that is read; one that ends too late takes the next
 * one with it.
 */
function mayBegin(bytes: Buffer): boolean {
  return bytes.length < (beginsText(bytes) ? decidingTextBytes : decidingBinaryBytes) && isBeginning(bytes)
}
