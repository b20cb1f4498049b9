import { expect, test } from 'vitest'
import { history } from '#contract/history/history.ts'
import { httpServerLimits } from '#contract/limits/http-limits.ts'
import { JsonPieces } from '#server/http/api.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const most = httpServerLimits.wholeAnswerCharacters
const range = { start: '2026-03-29T00:00:00Z', end: '2026-03-30T00:00:00Z' }

async function answerOf(pieces: () => AsyncGenerator<string, void>) {
  const app = await startTestApi((api) => api.on(history.show, async () => new JsonPieces(pieces())))
  const headers = { authorization: 'Bearer x' }
  const answer = await app.inject({ url: '/api/tracking/history/d', query: range, headers })
  await app.close()
  return answer
}

test.for<[name: string, lengths: readonly number[], isWhole: boolean]>([
  ['nothing', [], true],
  ['one short piece', [10], true],
  ['many short pieces', Array.from({ length: 100 }, () => 100), true],
  ['what is just short enough', [most - 100], true],
  ['one long piece', [most], false],
  ['many pieces that are long together', Array.from({ length: 30 }, () => 20_000), false],
])('%s arrives unchanged', async ([, lengths, isWhole]) => {
  const answer = await answerOf(async function* pieces() {
    yield '"'
    for (const length of lengths) yield 'ä'.repeat(length)
    yield '"'
  })
  const length = lengths.reduce((sum, each) => sum + each, 0)
  expect(answer.headers['content-type']).toContain('application/json')
  expect('content-length' in answer.headers).toBe(isWhole)
  expect(answer.json()).toEqual({ success: true, data: 'ä'.repeat(length) })
})

test('what fails while it is short is answered as an error, and nothing of it is sent', async () => {
  const answer = await answerOf(async function* pieces() {
    yield '{"positions":['
    throw new Error('the database is gone')
  })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ success: false, error: { code: 'SERVER_ERROR' } })
})
