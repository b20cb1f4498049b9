import { pino } from 'pino'
import { logParts } from '#server/testing/log-parts.ts'
import { expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { createHttpServer } from './server.ts'

async function serverThatFails() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await createHttpServer({ log, ...logParts, trustProxy: [], mapSources: [], subdomains: false })
  app.get('/api/fails', () => {
    throw new Error('a message that may contain what somebody typed')
  })
  app.get('/api/refuses', () => {
    throw new Problem('FORBIDDEN')
  })
  return { app, lines }
}

test('who was refused by a fault of ours gets an id, by which the log says what failed', async () => {
  const { app, lines } = await serverThatFails()
  const answer = await app.inject({ url: '/api/fails' })
  await app.close()
  const { requestId } = answer.json<{ error: { requestId: string } }>().error
  expect(requestId).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(lines).toMatchObject([
    { request: requestId, route: '/api/fails', error: 'Error', msg: 'request failed' },
    { request: requestId, route: '/api/fails', status: 500 },
  ])
})

test('every answer has its own id in a header, whatever id the request brought; a refusal has none in its body', async () => {
  const { app } = await serverThatFails()
  const brought = { 'x-request-id': 'forged', 'request-id': 'forged' }
  const answers = [
    await app.inject({ url: '/api/refuses', headers: brought }),
    await app.inject({ url: '/api/refuses' }),
  ]
  await app.close()
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(new Set([...ids, 'forged']).size).toBe(3)
  expect(answers[0]?.json()).toEqual({ success: false, error: { code: 'FORBIDDEN', message: expect.any(String) } })
})
