import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { history } from '#contract/history/history.ts'
import type { GpxPosition } from '#domain/track-export/gpx.ts'
import { positionsOf } from '#domain/history/position-columns.ts'
import { pageOf } from '#domain/history/position-page.ts'
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
  expect(z.parse(history.show.reply, reply)).toEqual({ positions: pages.flat(), truncated: true, oldestDeletedAt })
})

test('the reply by columns is what the contract says, and the same positions', async () => {
  const reply = z.parse(history.show.reply, await replyOf([[fix(0), fix(1)], [], [fix(2)]], 'columns'))
  if (!('pages' in reply)) throw new Error('not by columns')
  expect(reply.pages.map(positionsOf)).toEqual([[fix(0), fix(1)], [fix(2)]])
  expect(reply).toMatchObject({ truncated: true, oldestDeletedAt })
})

test.each<[string, Partial<GpxPosition>]>([
  ['nothing but place and time', {}],
  ['all that can be measured', { accuracy: 0, speed: 18.52, course: 359.99 }],
  ['the smallest numbers', { latitude: -1e-7, longitude: 1e-7, accuracy: 0.01 }],
  ['a doubt', { flag: 'MOCK' }],
])('a position with %s is written as it is', async (_name, more) => {
  const stored = { latitude: 49, longitude: 8, recordedAt: '2026-03-29T00:00:00.001Z', ...more }
  expect(await replyOf([[stored]])).toEqual({ positions: [stored], truncated: true, oldestDeletedAt })
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
      yield pageOf([fix(second)])
    }
  }
  const writing = historyJson({ pages: pages(), truncated: false, oldestDeletedAt })
  await writing.next()
  expect(read).toEqual([])
  expect(JSON.parse((await writing.next()).value ?? '')).toEqual(fix(0))
  expect(read).toEqual([0])
  await writing.return()
})

async function replyOf(pages: GpxPosition[][], format?: 'columns'): Promise<unknown> {
  let json = ''
  const history = { pages: each(pages.map(pageOf)), truncated: true, oldestDeletedAt }
  for await (const piece of historyJson(history, format)) json += piece
  return JSON.parse(json)
}

async function* each<T>(pages: readonly T[]): AsyncGenerator<T, void> {
  yield* pages
}
