import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is none that Linux gives to others, is given once, and is not one on which somebody listens', async () => {
  const first = await freePort()
  const taken = createServer().listen(first + 1, '127.0.0.1')
  await once(taken, 'listening')
  const later = [await freePort(), await freePort()]
  taken.close()
  expect([first, ...later].every((port) => port >= 20_000 && port < 32_768)).toBe(true)
  expect(new Set([first, first + 1, ...later]).size).toBe(4)
})
