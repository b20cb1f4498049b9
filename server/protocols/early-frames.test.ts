import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createEarlyFrames } from './early-frames.ts'

const texts = (early: ReturnType<typeof createEarlyFrames>) => {
  const all: string[] = []
  for (let frame = early.next(); frame !== null; frame = early.next()) all.push(frame.toString())
  return all
}

test('frames come back in their order, each as it was', () => {
  const early = createEarlyFrames(100)
  const sent = Array.from({ length: 20 }, (_, index) => `<${'x'.repeat(index % 3)}${index}>`)
  for (const frame of sent) early.keep(Buffer.from(frame))
  expect(texts(early)).toEqual(sent)
  early.keep(Buffer.from('later'))
  expect(texts(early)).toEqual(['later'])
})

test.each([
  ['the oldest go first', ['aaaa', 'bbbb', 'cccc', 'dddd'], ['bbbb', 'cccc', 'dddd']],
  ['a long one takes the place of several', ['aa', 'bb', 'cc', 'dddddddddd'], ['cc', 'dddddddddd']],
  ['one that is longer than all may be is not kept', ['aa', 'b'.repeat(13)], []],
])('of more than 12 bytes, %s', (_name, sent, kept) => {
  const early = createEarlyFrames(12)
  for (const frame of sent) early.keep(Buffer.from(frame))
  expect(texts(early)).toEqual(kept)
})

test('thousands of short frames take hardly more than their bytes', () => {
  const [connections, mostBytes] = [20, 32_768]
  const frame = Buffer.alloc(10)
  const before = bytesInUse()
  const all = Array.from({ length: connections }, () => createEarlyFrames(mostBytes))
  for (const early of all) for (let sent = 0; sent < mostBytes; sent += frame.length) early.keep(frame)
  expect((bytesInUse() - before) / connections).toBeLessThan(4 * mostBytes)
  expect(all.map((early) => early.next()?.length)).toEqual(all.map(() => frame.length))
})

function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
