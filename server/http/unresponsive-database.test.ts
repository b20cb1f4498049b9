import { expect, test } from 'vitest'
import { auth } from '#contract/auth/auth.ts'
import { config } from '#contract/config.ts'
import { createDatabaseWatch } from '#server/db/connection/database-watch.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const now = '2026-11-22T09:00:00.000Z'

test('calls that wait for a silent database fail until it answers again; calls that do not need it are answered', async () => {
  let answer = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const watch = createDatabaseWatch(() => answer.promise, { everyMs: 5, unresponsiveAfterMs: 20 })
  const app = await startTestApi((api) => {
    api.on(auth.logout, async () => {
      begun.resolve()
      await answer.promise
      return {}
    })
    api.on(config.time, async () => ({ now, timeZone: 'Europe/Berlin' }))
  }, watch)

  const waiting = app.inject({ method: 'POST', url: '/api/auth/logout' })
  await begun.promise
  const { statusCode, headers } = await waiting
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  const later = await app.inject({ method: 'POST', url: '/api/auth/logout' })
  expect(later.statusCode).toBe(503)
  expect((await app.inject({ url: '/api/time' })).statusCode).toBe(200)

  answer.resolve()
  answer = Promise.withResolvers<void>()
  answer.resolve()
  expect((await app.inject({ method: 'POST', url: '/api/auth/logout' })).statusCode).toBe(200)
  watch.stop()
  await app.close()
})
