import { expect, test, vi } from 'vitest'
import { createTopicLanes } from './topic-lanes.ts'

const pauses = { firstMs: 1, longestMs: 4 }

interface Turn {
  messages: readonly string[]
  /** Ends the turn; with those that have to be tried again. */
  end(failed?: string[]): void
}

function lanesWithTurns() {
  const turns: Turn[] = []
  const connection = new AbortController()
  const work = (messages: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => turns.push({ messages, end: (failed = []) => resolve(failed) }))
  const lanes = createTopicLanes<string>(work, pauses, connection.signal)
  const turn = (index: number) => vi.waitUntil(() => turns[index])
  return { lanes, turns, turn, connection }
}

test('topics wait for nobody else’s messages', () => {
  const { lanes, turns } = lanesWithTurns()
  lanes.add('a', 'a1')
  lanes.add('b', 'b1')
  expect(turns.map(({ messages }) => messages)).toEqual([['a1'], ['b1']])
})

test('messages of one topic that come meanwhile are handed over together, in their order', async () => {
  const { lanes, turns, turn } = lanesWithTurns()
  for (const message of ['a1', 'a2', 'a3']) lanes.add('a', message)
  expect(turns).toHaveLength(1)
  turns[0]?.end()
  expect((await turn(1)).messages).toEqual(['a2', 'a3'])
})

test('what failed is tried again before what came after it', async () => {
  const { lanes, turn } = lanesWithTurns()
  for (const message of ['a1', 'a2', 'a3']) lanes.add('a', message)
  ;(await turn(0)).end(['a1'])
  const second = await turn(1)
  expect(second.messages).toEqual(['a1', 'a2', 'a3'])
  second.end(['a2'])
  lanes.add('a', 'a4')
  expect((await turn(2)).messages).toEqual(['a2', 'a4'])
})

test('a topic whose messages are done begins anew', async () => {
  const { lanes, turn } = lanesWithTurns()
  lanes.add('a', 'a1')
  ;(await turn(0)).end()
  await lanes.idle()
  lanes.add('a', 'a2')
  expect((await turn(1)).messages).toEqual(['a2'])
})

test('when the connection ends, what is in work is waited for, and nothing else is begun', async () => {
  const { lanes, turns, turn, connection } = lanesWithTurns()
  for (const message of ['a1', 'a2']) lanes.add('a', message)
  const first = await turn(0)
  connection.abort()
  lanes.add('b', 'b1')
  let hasEnded = false
  const ended = lanes.idle().then(() => (hasEnded = true))
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  first.end(['a1'])
  await ended
  expect(turns).toHaveLength(1)
})
