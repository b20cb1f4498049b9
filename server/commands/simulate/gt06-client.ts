import { crc16, crc16X25 } from './crc16.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { StreamEncoder, Utterance } from './stream-client.ts'

/** A GT06 tracker whose clock is UTC (protocols, section 4). */
export const gt06Encoder: StreamEncoder = {
  login: (imei) => utterance(0x01, Buffer.from(imei.padStart(16, '0'), 'hex'), 1),
  report: (_imei, fix, serial) => utterance(0x12, Buffer.concat([clockOf(fix), placeOf(fix), cell]), serial & 0xffff),
}

/** Any mobile cell: country, network, area, cell. */
const cell = Buffer.from('0106010001000001', 'hex')

function clockOf({ recordedAt: at }: RecordedFix): Buffer {
  const date = [at.getUTCFullYear() - 2000, at.getUTCMonth() + 1, at.getUTCDate()]
  return Buffer.from([...date, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()])
}

const unitsPerDegree = 1_800_000
const flags = { north: 0x400, west: 0x800, valid: 0x1000 }

function placeOf({ latitude, longitude, speed, course }: RecordedFix): Buffer {
  const place = Buffer.alloc(12)
  // Twelve bytes of position, nine satellites.
  place.writeUInt8(0xc9, 0)
  place.writeUInt32BE(Math.round(Math.abs(latitude) * unitsPerDegree), 1)
  place.writeUInt32BE(Math.round(Math.abs(longitude) * unitsPerDegree), 5)
  place.writeUInt8(Math.min(255, Math.round((speed ?? 0) * 3.6)), 9)
  const hemispheres = (latitude >= 0 ? flags.north : 0) | (longitude < 0 ? flags.west : 0)
  place.writeUInt16BE((Math.round(course ?? 0) % 360) | hemispheres | flags.valid, 10)
  return place
}

/** A short frame. The answer to it has the same type and serial. */
function utterance(type: number, content: Buffer, serial: number): Utterance {
  return {
    bytes: frameOf(type, content, serial),
    // The server may have sent a command, too.
    isAnsweredBy: (reply) => reply.includes(frameOf(type, Buffer.alloc(0), serial)),
  }
}

function frameOf(type: number, content: Buffer, serial: number): Buffer {
  const body = Buffer.concat([Buffer.from([content.length + 5, type]), content, word(serial)])
  return Buffer.concat([Buffer.from('xx'), body, word(crc16(crc16X25, body)), Buffer.from('\r\n')])
}

function word(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}
