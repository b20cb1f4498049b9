import { expect, test } from 'vitest'
import { type Health, registerHealthRoutes } from './health.routes.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const well: Health = {
  databaseAnswers: async () => true,
  mail: 'smtp',
  jobs: async () => 'ok',
  overdue: async () => [],
  clockBehindSeconds: () => null,
  refusesFixes: () => false,
  feeds: async () => [],
}

async function healthOf(parts: Partial<Health>) {
  const app = await startTestApi((api) => registerHealthRoutes(api, { ...well, ...parts }))
  const answer = await app.inject({ url: '/api/health' })
  await app.close()
  return { code: answer.statusCode, ...answer.json<{ data?: Record<string, unknown> }>().data }
}

test('all is well if every part is', async () => {
  expect(await healthOf({})).toMatchObject({ code: 200, status: 'ok' })
})

test('work that waits too long is named, and not all is well', async () => {
  const overdue = [{ queue: 'verification-mail', waiting: 3, failed: 0 }]
  expect(await healthOf({ overdue: async () => overdue })).toMatchObject({ code: 200, status: 'degraded', overdue })
})

test('not all is well if no process works', async () => {
  expect(await healthOf({ jobs: async () => 'down' })).toMatchObject({ status: 'degraded', jobs: 'down' })
})

test('not all is well if the clock is doubted', async () => {
  expect(await healthOf({ clockBehindSeconds: () => 600 })).toMatchObject({
    code: 200,
    status: 'degraded',
    clockBehindSeconds: 600,
  })
})

test('while its database is silent it says so soon, and asks only once', async () => {
  let looks = 0
  const app = await startTestApi((api) =>
    registerHealthRoutes(api, {
      ...well,
      databaseAnswers: () => {
        looks += 1
        return new Promise(() => undefined)
      },
    }),
  )
  const begun = performance.now()
  const answers = await Promise.all([app.inject({ url: '/api/health' }), app.inject({ url: '/api/health' })])
  await app.close()
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(answers[0].headers['retry-after']).toBe('5')
  expect(looks).toBe(1)
})

test('not all is well if reports of trackers cannot be stored, even though the database answers', async () => {
  expect(await healthOf({ refusesFixes: () => true })).toMatchObject({ status: 'degraded', fixes: 'refused' })
})

test('without its database it cannot work', async () => {
  expect(await healthOf({ databaseAnswers: async () => false })).toEqual({ code: 503 })
})
