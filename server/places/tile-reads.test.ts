import { pino } from 'pino'
import { expect, test } from 'vitest'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { createTileReads } from './tile-reads.ts'

const { tilesAtOnce, tilesWaiting, patienceMs } = placeNamesServerLimits
const log = pino({ enabled: false })

test('a few read at once, a bounded number waits, and further ones are refused', async () => {
  const { read } = createTileReads(patienceMs, log)
  const { signal } = new AbortController()
  const { promise: end, resolve } = Promise.withResolvers<string>()
  let begun = 0
  const reads = Array.from({ length: tilesAtOnce + tilesWaiting }, () =>
    read(() => {
      begun += 1
      return end
    }, signal),
  )
  await expect(read(() => end, signal)).rejects.toThrow('too many wait')
  expect(begun).toBe(tilesAtOnce)
  resolve('tile')
  expect(await Promise.all(reads)).toHaveLength(tilesAtOnce + tilesWaiting)
})

test('what nobody waits for any more is not read when its turn comes', async () => {
  const { read } = createTileReads(patienceMs, log)
  const { promise: end, resolve } = Promise.withResolvers<string>()
  const running = Array.from({ length: tilesAtOnce }, () => read(() => end, new AbortController().signal))
  const left = new AbortController()
  let begun = 0
  const waiting = read(async () => (begun += 1), left.signal)
  left.abort()
  resolve('tile')
  await expect(waiting).rejects.toThrow('aborted')
  await Promise.all(running)
  expect(begun).toBe(0)
})
