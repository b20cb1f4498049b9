/** A reflected CRC-16 as trackers count it. `polynomial` is written from the lowest bit. */
interface Crc16 {
  polynomial: number
  start: number
  finish: number
}

/** The one of Teltonika. */
export const crc16Arc: Crc16 = { polynomial: 0xa001, start: 0, finish: 0 }
/** The one of GT06. */
export const crc16X25: Crc16 = { polynomial: 0x8408, start: 0xffff, finish: 0xffff }

export function crc16({ polynomial, start, finish }: Crc16, bytes: Uint8Array): number {
  let crc = start
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  }
  return crc ^ finish
}
