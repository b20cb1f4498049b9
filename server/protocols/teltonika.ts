import { limits } from '#contract/limits.ts'
import type { Fix, Report, StreamMessage, StreamProtocol } from './protocol.ts'

/** Teltonika Codec 8, 8 Extended and 16 over TCP (protocols, section 3). */
export const teltonika: StreamProtocol = { name: 'teltonika', takeFrame, decode }

const headerBytes = 8
const crcBytes = 4
/** Codec, both counts and a record's place and time. */
const leastDataBytes = 15
const codecs = { codec8: 0x08, codec8Extended: 0x8e, codec16: 0x10 }
const commandCodecs = [0x0c, 0x0d, 0x0e]
const knownCodecs = new Set([...Object.values(codecs), ...commandCodecs])
const loginPattern = /^\d{14,16}$/

function takeFrame(bytes: Buffer): { frame: Buffer | null; rest: Buffer } {
  for (let start = 0; start < bytes.length; start += 1) {
    const size = frameSize(bytes.subarray(start))
    if (size === 'NONE') continue
    const rest = bytes.subarray(start)
    if (size === 'UNKNOWN' || rest.length < size) return { frame: null, rest }
    return { frame: rest.subarray(0, size), rest: rest.subarray(size) }
  }
  return { frame: null, rest: Buffer.alloc(0) }
}

/** How long the frame is that begins here: `NONE` where none can, `UNKNOWN` where more bytes have to tell. */
function frameSize(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  if (bytes[0] !== 0) return 'NONE'
  if (bytes.length < 2) return 'UNKNOWN'
  if (bytes[1] !== 0) return loginSize(bytes)
  if (bytes.length <= headerBytes) return 'UNKNOWN'
  const dataBytes = bytes.readUInt32BE(4)
  const begins = bytes.readUInt32BE(0) === 0 && knownCodecs.has(bytes.readUInt8(headerBytes))
  const fits = dataBytes >= leastDataBytes && dataBytes + headerBytes + crcBytes <= limits.gateway.frameBytes
  return begins && fits ? headerBytes + dataBytes + crcBytes : 'NONE'
}

function loginSize(bytes: Buffer): number | 'NONE' {
  const digits = bytes.readUInt16BE(0)
  const isLogin = digits >= 14 && digits <= 16 && /^\d*$/.test(bytes.toString('latin1', 2, 2 + digits))
  return isLogin ? 2 + digits : 'NONE'
}

function decode(frame: Buffer, identity: string | null): StreamMessage {
  const nothing = { login: null, reports: [], reply: null, refusal: null, damaged: false }
  if (frame[1] !== 0) {
    const login = frame.toString('latin1', 2)
    if (!loginPattern.test(login)) return { ...nothing, damaged: true }
    return { ...nothing, login, reply: Buffer.from([1]), refusal: Buffer.from([0]) }
  }
  const data = frame.subarray(headerBytes, -crcBytes)
  const isCommand = commandCodecs.includes(data.readUInt8(0))
  if (crc16(data) !== frame.readUInt32BE(frame.length - crcBytes)) {
    return { ...nothing, damaged: true, reply: isCommand ? null : accepted(0) }
  }
  if (isCommand || identity === null) return nothing
  const reports = readRecords(data, identity)
  return reports === null
    ? { ...nothing, damaged: true, reply: accepted(0) }
    : { ...nothing, reports, reply: accepted(reports.length), refusal: accepted(0) }
}

function accepted(records: number): Buffer {
  const reply = Buffer.alloc(4)
  reply.writeUInt32BE(records)
  return reply
}

/** CRC-16/ARC. */
function crc16(data: Buffer): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

/** Null where the counts and lengths contradict each other. */
function readRecords(data: Buffer, identity: string): Report[] | null {
  const reports: Report[] = []
  try {
    let at = 2
    for (let record = 0; record < data.readUInt8(1); record += 1) {
      const fix = readFix(data, at)
      const io = readValues(data, at + 24)
      reports.push({ identity, fix, battery: io.battery, charging: null, alarm: null })
      at = io.end
    }
    return at === data.length - 1 && data.readUInt8(at) === reports.length ? reports : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Without satellites the place is the last known one under a new time (protocols, section 3.3). */
function readFix(data: Buffer, at: number): Fix | null {
  const recordedAt = new Date(Number(data.readBigUInt64BE(at)))
  const longitude = data.readInt32BE(at + 9) / 1e7
  const latitude = data.readInt32BE(at + 13) / 1e7
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
  const course = data.readUInt16BE(at + 19)
  const speed = data.readUInt16BE(at + 22)
  if (!isPlace || Number.isNaN(recordedAt.getTime())) return null
  return {
    latitude,
    longitude,
    recordedAt,
    clock: 'tracker',
    accuracy: null,
    altitude: data.readInt16BE(at + 17),
    speed: { value: speed, unit: 'km/h', assumed: false },
    course: course <= 360 ? course : null,
    flag: data.readUInt8(at + 21) === 0 ? 'LAST_KNOWN' : null,
  }
}

const batteryPercentId = 113

/** Reads past the values of a record; the total count is not reliable, those of each width are. */
function readValues(data: Buffer, start: number): { battery: number | null; end: number } {
  const codec = data.readUInt8(0)
  const idBytes = codec === codecs.codec8 ? 1 : 2
  const countBytes = codec === codecs.codec8Extended ? 2 : 1
  let battery: number | null = null
  // Event id, in Codec 16 the generation, and the total.
  let at = start + idBytes + (codec === codecs.codec16 ? 1 : 0) + countBytes
  for (const width of [1, 2, 4, 8]) {
    const count = data.readUIntBE(at, countBytes)
    at += countBytes
    for (let value = 0; value < count; value += 1) {
      const isBattery = width === 1 && data.readUIntBE(at, idBytes) === batteryPercentId
      const percent = isBattery ? data.readUInt8(at + idBytes) : null
      if (percent !== null && percent <= 100) battery = percent
      at += idBytes + width
    }
  }
  return { battery, end: codec === codecs.codec8Extended ? skipLongValues(data, at) : at }
}

function skipLongValues(data: Buffer, start: number): number {
  let at = start + 2
  for (let value = 0; value < data.readUInt16BE(start); value += 1) at += 4 + data.readUInt16BE(at + 2)
  return at
}
