import pg from 'pg'
import { pino } from 'pino'
import { logParts } from '#server/testing/log-parts.ts'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

test('while the disk of the database is full, answers say when to come back, and the log says it once', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'error', base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await createHttpServer({ log, ...logParts, trustProxy: [], mapSources: [], subdomains: false })
  app.get('/api/writes', () => {
    throw Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  })
  for (let call = 0; call < 20; call += 1) {
    const { statusCode, headers } = await app.inject({ url: '/api/writes' })
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  }
  await app.close()
  expect(lines).toMatchObject([{ code: '53100', msg: 'requests are answered with 503' }])
})
