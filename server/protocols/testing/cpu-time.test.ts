import { expect, test } from 'vitest'
import { slowestMs } from './cpu-time.ts'

const mostMs = 20
const text = Buffer.alloc(8_192, '1')

/** Reads the bytes from each of these on. */
function readFrom(starts: Iterable<number>): number {
  let sum = 0
  for (const start of starts) {
    for (let at = start; at < text.length; at += 1) sum = (sum * 31 + (text[at] ?? 0)) & 0xffff
  }
  return sum
}

test('a planted reader that begins again at every byte is found, and one that reads each byte some times is not', () => {
  expect(slowestMs([() => readFrom(text.keys())], mostMs)).toBeGreaterThan(mostMs)
  expect(slowestMs([() => readFrom([0, 0, 0, 0, 0, 0, 0, 0])], mostMs)).toBeLessThan(mostMs)
})
