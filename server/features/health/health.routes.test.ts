import { expect, test } from 'vitest'
import { type Health, registerHealthRoutes } from './health.routes.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const well: Health = {
  databaseAnswers: async () => true,
  mail: 'smtp',
  jobs: async () => 'ok',
  overdue: async () => [],
  clockBehindSeconds: () => null,
  feeds: async () => [],
}

async function healthOf(parts: Partial<Health>) {
  const app = await startTestApi((api) => registerHealthRoutes(api, { ...well, ...parts }))
  const answer = await app.inject({ url: '/api/health' })
  await app.close()
  return { code: answer.statusCode, ...answer.json<{ data?: Record<string, unknown> }>().data }
}

test('all is well where every part is', async () => {
  expect(await healthOf({})).toMatchObject({ code: 200, status: 'ok' })
})

test('work that waits for too long is named, and not all is well', async () => {
  const overdue = [{ queue: 'verification-mail', waiting: 3, failed: 0 }]
  expect(await healthOf({ overdue: async () => overdue })).toMatchObject({ code: 200, status: 'degraded', overdue })
})

test('nor where nobody works', async () => {
  expect(await healthOf({ jobs: async () => 'down' })).toMatchObject({ status: 'degraded', jobs: 'down' })
})

test('nor where the clock is doubted', async () => {
  expect(await healthOf({ clockBehindSeconds: () => 600 })).toMatchObject({
    code: 200,
    status: 'degraded',
    clockBehindSeconds: 600,
  })
})

test('without its database it cannot work', async () => {
  expect(await healthOf({ databaseAnswers: async () => false })).toEqual({ code: 503 })
})
