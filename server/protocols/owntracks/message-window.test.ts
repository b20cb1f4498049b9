import { expect, test } from 'vitest'
import { createMessageWindow } from './message-window.ts'

test.each([
  ['in the order in which they came', [['a'], ['b'], ['c']], [['a'], ['b'], ['c']]],
  ['not before those that came earlier', [['c'], ['b'], ['a']], [[], [], ['a', 'b', 'c']]],
  ['as far as nothing is missing', [['b'], ['a'], ['c']], [[], ['a', 'b'], ['c']]],
  ['in their order, though they ended together in another', [['c', 'a', 'b']], [['a', 'b', 'c']]],
  ['once each', [['a'], ['a'], ['b', 'a']], [['a'], [], ['b']]],
  ['never, if they are of another connection', [['z'], ['a']], [[], ['a']]],
])('messages are acknowledged %s', (_how, finished, acknowledged) => {
  const window = createMessageWindow<string>({ messages: 10, bytes: 100 })
  for (const message of ['a', 'b', 'c']) window.add(message, 1)
  expect(finished.map((messages) => window.finish(messages))).toEqual(acknowledged)
})

test.each([
  ['empty', [], [], false],
  ['one message below its bound', [1, 1], [], false],
  ['with as many messages as it may have', [1, 1, 1], [], true],
  ['with as many bytes as it may have', [60, 40], [], true],
  ['with one message larger than its bound', [500], [], true],
  ['after that one was acknowledged', [500], [0], false],
  ['while the first of as many as it may have is in work', [1, 1, 1], [1, 2], true],
  ['after the first of as many as it may have was acknowledged', [1, 1, 1], [0], false],
])('a window %s is full: %s', (_which, sizes, finished, isFull) => {
  const window = createMessageWindow<number>({ messages: 3, bytes: 100 })
  for (const [message, bytes] of sizes.entries()) window.add(message, bytes)
  window.finish(finished)
  expect(window.isFull()).toBe(isFull)
})
