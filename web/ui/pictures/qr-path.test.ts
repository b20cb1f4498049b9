import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

const scale = 4

/** Draws the path as a camera would see it. */
function pictureOf({ path, side }: { path: string; side: number }) {
  const size = side * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * size + Number(x) * scale + dx) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return { width: size, height: size, data }
}

test('what is drawn is read back by a scanner', () => {
  const uri =
    'otpauth://totp/Wegwarte:anna@example.org?issuer=Wegwarte&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30'
  expect(decodeQR(pictureOf(qrPath(uri)))).toBe(uri)
})
