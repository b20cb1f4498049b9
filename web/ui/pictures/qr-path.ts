import { encodeQR } from 'qr'

/** The quiet zone around the code, in modules (ISO/IEC 18004). */
const border = 4

/** A QR code as a path of dark squares, each 1 by 1, and the side of the whole image. */
export function qrPath(content: string): { path: string; side: number } {
  const rows = encodeQR(content, 'raw', { border })
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), side: rows.length }
}
