import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { framesByLength } from '#server/protocols/framing.ts'
import { emptyMessage, signOfLife, type StreamMessage, type StreamProtocol } from '#server/protocols/protocol.ts'
import { teltonikaAnswer, teltonikaPositionRequest } from './teltonika-answer.ts'
import { crc16 } from './teltonika-crc.ts'
import { codecs, readRecords } from './teltonika-records.ts'

/** Teltonika Codec 8, 8 Extended and 16 over TCP (protocols, section 3). */
export const teltonika: StreamProtocol = {
  name: 'teltonika',
  unprovenBy: 'teltonika',
  createFramer: () => takeFrame,
  decode,
  positionRequest: teltonikaPositionRequest,
}

const takeFrame = framesByLength({ sizeOf, isIntact: (frame) => isLogin(frame) || checksumHolds(frame) })

const headerBytes = 8
const crcBytes = 4
/** Of a command without text: codec, both counts, type and length. */
const leastDataBytes = 8
const commandCodecs = [0x0c, 0x0d, 0x0e]
const knownCodecs = new Set([...Object.values(codecs), ...commandCodecs])
const loginPattern = /^\d{14,16}$/

function sizeOf(bytes: Buffer): number | 'NONE' | 'UNKNOWN' {
  if (bytes[0] !== 0) return 'NONE'
  if (bytes.length < 2) return 'UNKNOWN'
  if (bytes[1] !== 0) return loginSize(bytes)
  if (bytes.length <= headerBytes) return 'UNKNOWN'
  const dataBytes = bytes.readUInt32BE(4)
  const begins = bytes.readUInt32BE(0) === 0 && knownCodecs.has(bytes.readUInt8(headerBytes))
  const fits = dataBytes >= leastDataBytes && dataBytes + headerBytes + crcBytes <= gatewayServerLimits.frameBytes
  return begins && fits ? headerBytes + dataBytes + crcBytes : 'NONE'
}

function loginSize(bytes: Buffer): number | 'NONE' {
  const digits = bytes.readUInt16BE(0)
  const begins = digits >= 14 && digits <= 16 && /^\d*$/.test(bytes.toString('latin1', 2, 2 + digits))
  return begins ? 2 + digits : 'NONE'
}

/** A packet begins with four zeros. */
function isLogin(frame: Buffer): boolean {
  return frame[1] !== 0
}

function checksumHolds(frame: Buffer): boolean {
  if (frame.length < headerBytes + leastDataBytes + crcBytes) return false
  return crc16(frame.subarray(headerBytes, -crcBytes)) === frame.readUInt32BE(frame.length - crcBytes)
}

function decode(frame: Buffer, identity: string | null, receivedAt: Date): StreamMessage {
  if (isLogin(frame)) return decodeLogin(frame)
  const isCommand = commandCodecs.includes(frame[headerBytes] ?? 0)
  if (!checksumHolds(frame)) return { ...emptyMessage, damaged: true, reply: isCommand ? null : accepted(0) }
  if (identity === null) return { ...emptyMessage, needsLogin: true }
  // An answer to a command is not acknowledged.
  if (isCommand) return { ...emptyMessage, reports: [teltonikaAnswer(frame, identity, receivedAt)] }
  const { reports, records } = readRecords(frame.subarray(headerBytes, -crcBytes), identity)
  return { ...emptyMessage, reports, reply: accepted(records), refusal: accepted(0) }
}

function decodeLogin(frame: Buffer): StreamMessage {
  const login = frame.toString('latin1', 2)
  if (!loginPattern.test(login)) return { ...emptyMessage, damaged: true }
  const reports = [signOfLife(login)]
  return { ...emptyMessage, login, reports, reply: Buffer.from([1]), refusal: Buffer.from([0]) }
}

function accepted(records: number): Buffer {
  const reply = Buffer.alloc(4)
  reply.writeUInt32BE(records)
  return reply
}
