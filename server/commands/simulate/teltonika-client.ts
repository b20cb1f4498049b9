import { crc16, crc16Arc } from './crc16.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { StreamEncoder } from './stream-client.ts'

/** A Teltonika tracker that sends each fix in a packet of its own (protocols, section 3). */
export const teltonikaEncoder: StreamEncoder = {
  login: (imei) => ({
    bytes: Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei)]),
    isAnsweredBy: (reply) => reply[0] === 1,
  }),
  report: (_imei, fix) => ({
    bytes: teltonikaPacket(teltonikaRecord(fix, [])),
    // The server may have sent a command before; none contains this.
    isAnsweredBy: (reply) => reply.includes(acknowledged),
  }),
}

const codec8 = 8
const acknowledged = Buffer.from([0, 0, 0, 1])
const satellites = 9

/** @param values one-byte values, each with its id. */
export function teltonikaRecord(fix: RecordedFix, values: readonly (readonly [id: number, value: number])[]): Buffer {
  const record = Buffer.alloc(24)
  record.writeBigUInt64BE(BigInt(fix.recordedAt.getTime()), 0)
  record.writeInt32BE(Math.round(fix.longitude * 1e7), 9)
  record.writeInt32BE(Math.round(fix.latitude * 1e7), 13)
  record.writeInt16BE(Math.round(fix.altitude ?? 0), 17)
  record.writeUInt16BE(Math.round(fix.course ?? 0), 19)
  record.writeUInt8(satellites, 21)
  record.writeUInt16BE(Math.round((fix.speed ?? 0) * 3.6), 22)
  return Buffer.concat([record, Buffer.from([0, values.length, values.length, ...values.flat(), 0, 0, 0])])
}

/** A packet with these records, at most 255. */
export function teltonikaPacket(...records: readonly Buffer[]): Buffer {
  const count = Buffer.from([records.length])
  const data = Buffer.concat([Buffer.from([codec8]), count, ...records, count])
  const packet = Buffer.concat([Buffer.alloc(8), data, Buffer.alloc(4)])
  packet.writeUInt32BE(data.length, 4)
  packet.writeUInt32BE(crc16(crc16Arc, data), packet.length - 4)
  return packet
}
