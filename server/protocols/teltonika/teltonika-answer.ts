import { answeredFix, answeredText } from '#server/protocols/answered-position.ts'
import { type Report, signOfLife } from '#server/protocols/protocol.ts'
import { crc16 } from './teltonika-crc.ts'

const headerBytes = 8
const crcBytes = 4

/** Asks a tracker where it is. */
export const teltonikaPositionRequest = teltonikaCommand('getgps')

/** `GPS:1` is a fix, else the place is the last one; the time is GMT (wiki.teltonika-gps.com, "getgps"). */
const currentPosition =
  /GPS:1Sat:\d{1,2}Lat:(-?\d{1,2}\.\d{1,9})Lon(?:g)?:(-?\d{1,3}\.\d{1,9})Alt:(-?\d{1,5}(?:\.\d{1,9})?)Speed:(\d{1,3}(?:\.\d{1,9})?)Dir:(\d{1,3}(?:\.\d{1,9})?)Date:(\d{4})[/-](\d{1,2})[/-](\d{1,2})Time:(\d{1,2}):(\d{1,2}):(\d{1,2})/i

/** Of a command's text: type and length come before it, the second count and the checksum after it. */
const textAt = headerBytes + 7

/** What a tracker answers to a command; any text but a place is a sign of life. */
export function teltonikaAnswer(frame: Buffer, identity: string, receivedAt: Date): Report {
  const found = currentPosition.exec(answeredText(frame.subarray(textAt, -crcBytes - 1)))
  if (found === null) return signOfLife(identity)
  const [, latitude = '', longitude = '', altitude = '', speed = '', course = '', ...numbers] = found
  const [year, month, day, hour, minute, second] = numbers.map((number) => number.padStart(2, '0'))
  const [date, time] = [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`]
  const fix = answeredFix({ latitude, longitude, altitude, speed, course, date, time }, receivedAt)
  return { ...signOfLife(identity), fix, ...(fix !== null && { isRequested: true }) }
}

/** A text for a tracker, in Codec 12 (protocols, section 3.5). */
export function teltonikaCommand(text: string): Buffer {
  const words = Buffer.from(text, 'latin1')
  const data = Buffer.concat([Buffer.from([0x0c, 1, 5, 0, 0, 0, words.length]), words, Buffer.from([1])])
  const frame = Buffer.concat([Buffer.alloc(headerBytes), data, Buffer.alloc(crcBytes)])
  frame.writeUInt32BE(data.length, 4)
  frame.writeUInt32BE(crc16(data), frame.length - crcBytes)
  return frame
}
