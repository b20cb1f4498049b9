import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tracking } from '#contract/tracking.ts'
import { historyJson } from './history-json.ts'

const fix = (second: number) => ({
  latitude: 1e-7,
  longitude: 180,
  recordedAt: new Date(Date.UTC(2026, 2, 29) + second * 1000).toISOString(),
  accuracy: 4.5,
})

test.each([
  ['no page', []],
  ['an empty page', [[]]],
  ['one page', [[fix(0), fix(1)]]],
  ['pages with an empty one among them', [[fix(0)], [], [fix(1), fix(2)]]],
])('the reply of %s is what the contract says', async (_name, pages) => {
  const reply = await replyOf(pages)
  expect(z.parse(tracking.history.reply, reply)).toEqual({ positions: pages.flat(), truncated: true })
})

test('what the contract does not name stays on the server', async () => {
  const stored = { ...fix(0), altitude: 115 }
  expect(await replyOf([[stored]])).toEqual({ positions: [fix(0)], truncated: true })
})

test('each page is written by itself, when the one before was taken', async () => {
  const read: number[] = []
  const pages = async function* () {
    for (const second of [0, 1, 2]) {
      read.push(second)
      yield [fix(second)]
    }
  }
  const writing = historyJson({ pages: pages(), truncated: false })
  await writing.next()
  expect(read).toEqual([])
  expect((await writing.next()).value).toBe(JSON.stringify(fix(0)))
  expect(read).toEqual([0])
  await writing.return()
})

async function replyOf(pages: ReturnType<typeof fix>[][]): Promise<unknown> {
  let json = ''
  for await (const piece of historyJson({ pages: each(pages), truncated: true })) json += piece
  return JSON.parse(json)
}

async function* each<T>(pages: readonly T[]): AsyncGenerator<T, void> {
  yield* pages
}
