import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createClosing } from './closing.ts'

function opened() {
  const lines: string[] = []
  const closing = createClosing(pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) }))
  return { closing, lines, closed: new Array<string>() }
}

test('parts are closed one after the other, the last opened first', async () => {
  const { closing, closed } = opened()
  closing.onClose(() => closed.push('database'))
  closing.onClose(async () => {
    await Promise.resolve()
    closed.push('port')
  })
  await closing.closeAll()
  expect(closed).toEqual(['port', 'database'])
})

test('what lets others in ends first, all of it at the same time', async () => {
  const { closing, closed } = opened()
  closing.onClose(() => closed.push('database'))
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Each waits for the other one.
  closing.onStop(async () => {
    first.resolve()
    await second.promise
    closed.push('trackers')
  })
  closing.onStop(async () => {
    second.resolve()
    await first.promise
    closed.push('browsers')
  })
  closing.onClose(() => closed.push('signs'))
  await closing.closeAll()
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
  const { closing, closed, lines } = opened()
  closing.onClose(() => closed.push('database'))
  closing.onClose(close)
  await closing.closeAll()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([expect.stringContaining('a part of the product did not close')])
})

test('a part that does not stop keeps no other open for longer than is waited, and is logged', async () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) })
  const closing = createClosing(log, () => Promise.resolve())
  const closed: string[] = []
  closing.onClose(() => closed.push('database'))
  closing.onStop(() => new Promise(() => {}))
  await closing.closeAll()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([expect.stringContaining('did not stop in time')])
})

test('nothing is closed twice', async () => {
  const { closing, closed } = opened()
  closing.onClose(() => closed.push('database'))
  await closing.closeAll()
  await closing.closeAll()
  expect(closed).toEqual(['database'])
})
