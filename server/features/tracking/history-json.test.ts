import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tracking } from '#contract/tracking.ts'
import { positionsOf } from '#domain/position-columns.ts'
import { historyJson } from './history-json.ts'

const fix = (second: number) => ({
  latitude: 1e-7,
  longitude: 180,
  recordedAt: new Date(Date.UTC(2026, 2, 29) + second * 1000).toISOString(),
  accuracy: 4.5,
})

const oldestDeletedAt = '2026-04-12T00:00:00.000Z'

test.each([
  ['no page', []],
  ['an empty page', [[]]],
  ['one page', [[fix(0), fix(1)]]],
  ['pages with an empty one among them', [[fix(0)], [], [fix(1), fix(2)]]],
])('the reply of %s is what the contract says', async (_name, pages) => {
  const reply = await replyOf(pages)
  expect(z.parse(tracking.history.reply, reply)).toEqual({ positions: pages.flat(), truncated: true, oldestDeletedAt })
})

test('the reply by columns is what the contract says, and the same positions', async () => {
  const reply = z.parse(tracking.history.reply, await replyOf([[fix(0), fix(1)], [], [fix(2)]], 'columns'))
  if (!('pages' in reply)) throw new Error('not by columns')
  expect(reply.pages.map(positionsOf)).toEqual([[fix(0), fix(1)], [fix(2)]])
  expect(reply).toMatchObject({ truncated: true, oldestDeletedAt })
})

test('what the contract does not name stays on the server', async () => {
  const stored = { ...fix(0), altitude: 115 }
  expect(await replyOf([[stored]])).toEqual({ positions: [fix(0)], truncated: true, oldestDeletedAt })
})

test('each page is written by itself, when the one before was taken', async () => {
  const read: number[] = []
  const pages = async function* () {
    for (const second of [0, 1, 2]) {
      read.push(second)
      yield [fix(second)]
    }
  }
  const writing = historyJson({ pages: pages(), truncated: false, oldestDeletedAt })
  await writing.next()
  expect(read).toEqual([])
  expect((await writing.next()).value).toBe(JSON.stringify(fix(0)))
  expect(read).toEqual([0])
  await writing.return()
})

async function replyOf(pages: ReturnType<typeof fix>[][], format?: 'columns'): Promise<unknown> {
  let json = ''
  for await (const piece of historyJson({ pages: each(pages), truncated: true, oldestDeletedAt }, format)) json += piece
  return JSON.parse(json)
}

async function* each<T>(pages: readonly T[]): AsyncGenerator<T, void> {
  yield* pages
}
