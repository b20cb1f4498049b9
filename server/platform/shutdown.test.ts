import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

function opened() {
  const lines: string[] = []
  const shutdown = createShutdown(pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) }))
  return { shutdown, lines, closed: new Array<string>() }
}

test('parts are closed one after the other, the last opened first', async () => {
  const { shutdown, closed } = opened()
  shutdown.onClose(() => closed.push('database'))
  shutdown.onClose(async () => {
    await Promise.resolve()
    closed.push('port')
  })
  await shutdown.closeAll()
  expect(closed).toEqual(['port', 'database'])
})

test('what lets others in ends first, all of it at the same time', async () => {
  const { shutdown, closed } = opened()
  shutdown.onClose(() => closed.push('database'))
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Each waits for the other one.
  shutdown.onStop(async () => {
    first.resolve()
    await second.promise
    closed.push('trackers')
  })
  shutdown.onStop(async () => {
    second.resolve()
    await first.promise
    closed.push('browsers')
  })
  shutdown.onClose(() => closed.push('signs'))
  await shutdown.closeAll()
  expect(closed.toSorted()).toEqual(['browsers', 'database', 'signs', 'trackers'])
  expect(closed.slice(2)).toEqual(['signs', 'database'])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('stuck')
    },
  ],
  ['rejects', () => Promise.reject(new Error('stuck'))],
])('a part that %s keeps no other open, and is logged', async (_how, close) => {
  const { shutdown, closed, lines } = opened()
  shutdown.onClose(() => closed.push('database'))
  shutdown.onClose(close)
  await shutdown.closeAll()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([expect.stringContaining('a part of the product did not close')])
})

test('a part that does not stop keeps no other open for longer than is waited, and is logged', async () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) })
  const shutdown = createShutdown(log, () => Promise.resolve())
  const closed: string[] = []
  shutdown.onClose(() => closed.push('database'))
  shutdown.onStop(() => new Promise(() => {}))
  await shutdown.closeAll()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([expect.stringContaining('did not stop in time')])
})

test('nothing is closed twice', async () => {
  const { shutdown, closed } = opened()
  shutdown.onClose(() => closed.push('database'))
  await shutdown.closeAll()
  await shutdown.closeAll()
  expect(closed).toEqual(['database'])
})
