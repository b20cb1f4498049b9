import { emptyMessage, type StreamMessage, type StreamProtocol } from '#server/protocols/protocol.ts'
import { codecs, readRecords } from './teltonika-records.ts'

/** Teltonika's codecs in datagrams: no login, no checksum, and both packet ids are echoed (protocols, section 3.4). */
export const teltonikaUdp: StreamProtocol = {
  name: 'teltonika-udp',
  unprovenBy: 'teltonika',
  createFramer: () => takeFrame,
  decode,
}

const lengthBytes = 2
const identityAt = 8
const codecsWithRecords = new Set(Object.values(codecs))

/** A datagram is one packet, or none. */
function takeFrame(bytes: Buffer): { frame: Buffer | null; rest: Buffer } {
  const isWhole = bytes.length >= identityAt && bytes.length === lengthBytes + bytes.readUInt16BE(0)
  return { frame: isWhole ? bytes : null, rest: Buffer.alloc(0) }
}

function decode(frame: Buffer): StreamMessage {
  const damaged = { ...emptyMessage, damaged: true }
  if (frame.length < identityAt || frame[4] !== 1) return damaged
  const dataAt = identityAt + frame.readUInt16BE(identityAt - 2)
  const identity = frame.toString('latin1', identityAt, dataAt)
  if (!/^\d{14,16}$/.test(identity) || !codecsWithRecords.has(frame[dataAt] ?? 0)) return damaged
  // Without a checksum only the ends show that all of it arrived.
  if (frame.length < dataAt + 3) return damaged
  const { reports, records } = readRecords(frame.subarray(dataAt), identity)
  return { ...emptyMessage, reports, reply: accepted(frame, records) }
}

function accepted(frame: Buffer, records: number): Buffer {
  return Buffer.from([0, 5, frame.readUInt8(2), frame.readUInt8(3), 1, frame.readUInt8(5), records])
}
