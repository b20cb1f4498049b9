/** The content of a frame (protocols, section 4.1). */
export interface Gt06Frame {
  type: number
  content: Buffer
  /** Counts up from frame to frame; an answer repeats it. */
  serial: number
}

const end = Buffer.from('\r\n')
const trailerBytes = 6
const leastBytes = 10
const mostShortBytes = 0xff + 5
/** The longest known ones, lists of networks and of texts, have some hundred bytes. */
const mostLongBytes = 2_048

/**
 * The length of the frame that begins here. Devices write wrong lengths: if the end is not where the length says, the frame
 * ends at the first end with a valid checksum before it, else at the first end at all.
 */
export function sizeOf(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  const [first, second] = bytes
  if (first !== 0x78 && first !== 0x79) return 'NONE'
  if (bytes.length < 4) return second === undefined || second === first ? 'UNKNOWN' : 'NONE'
  if (second !== first) return 'NONE'
  const said = first === 0x78 ? bytes.readUInt8(2) + 5 : bytes.readUInt16BE(2) + 6
  const most = first === 0x78 ? mostShortBytes : mostLongBytes
  if (said > most) return 'NONE'
  if (said >= leastBytes && endsAt(bytes, said)) return said
  const window = bytes.subarray(0, most)
  const firstEnd = window.indexOf(end, headerBytes(bytes))
  // Searched first: without it nothing else is worth the time.
  if (firstEnd === -1) return bytes.length < most ? 'UNKNOWN' : 'NONE'
  return intactEnd(window) ?? (bytes.length < said ? 'UNKNOWN' : firstEnd + end.length)
}

function endsAt(bytes: Buffer, size: number): boolean {
  return bytes.length >= size && bytes[size - 2] === end[0] && bytes[size - 1] === end[1]
}

/** Where the first end with a valid checksum before it is; one pass over the bytes. */
function intactEnd(bytes: Buffer): number | null {
  let crc = 0xffff
  for (let at = 2; at + trailerBytes - 2 <= bytes.length; at += 1) {
    const size = at + 4
    if (size >= leastBytes && endsAt(bytes, size) && bytes.readUInt16BE(at) === (crc ^ 0xffff)) return size
    crc = nextCrc(crc, bytes.readUInt8(at))
  }
  return null
}

export function isIntact(frame: Buffer): boolean {
  if (frame.length < leastBytes || !endsAt(frame, frame.length)) return false
  return crcOf(frame.subarray(2, -4)) === frame.readUInt16BE(frame.length - 4)
}

/** The content of an intact frame; null if it is not intact. */
export function openFrame(frame: Buffer): Gt06Frame | null {
  if (!isIntact(frame)) return null
  const header = headerBytes(frame)
  if (frame.length < header + 1 + trailerBytes) return null
  return {
    type: frame.readUInt8(header),
    content: frame.subarray(header + 1, -trailerBytes),
    serial: frame.readUInt16BE(frame.length - trailerBytes),
  }
}

/** Marker and length: a long frame has a length of two bytes. */
function headerBytes(frame: Buffer): number {
  return frame[0] === 0x79 ? 4 : 3
}

/** A short frame. */
export function closeFrame({ type, content, serial }: Gt06Frame): Buffer {
  const frame = Buffer.concat([Buffer.from([0x78, 0x78, content.length + 5, type]), content, Buffer.alloc(4), end])
  frame.writeUInt16BE(serial, frame.length - trailerBytes)
  frame.writeUInt16BE(crcOf(frame.subarray(2, -4)), frame.length - 4)
  return frame
}

/** CRC-16/X-25, from the length to the serial. */
function crcOf(bytes: Buffer): number {
  let crc = 0xffff
  for (const byte of bytes) crc = nextCrc(crc, byte)
  return crc ^ 0xffff
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1
  return crc
})

function nextCrc(crc: number, byte: number): number {
  return (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
}
