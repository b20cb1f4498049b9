import { expect, test } from 'vitest'
import { routeCheckLimits } from '#contract/route-check-limits.ts'
import { registerRouteCheckRoutes } from './route-check.routes.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const answer = { lengthMetres: 1, items: [], truncated: false, warnings: [], ride: null, sources: [] }

test.each([
  [routeCheckLimits.points, 200],
  [2 * routeCheckLimits.points, 413],
])('a line of %d points, each with all of its decimals, is answered with %d', async (points, status) => {
  const service = { check: async () => answer }
  const app = await startTestApi((api) => registerRouteCheckRoutes(api, { real: service, demo: service }))
  const line = Array.from({ length: points }, (_, index) => ({
    latitude: 49 + index / 1_000_000 + 0.000_000_123_456_7,
    longitude: 8.123_456_789_012 + index / 1_000_000,
  }))
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/route-check',
    headers: { authorization: 'Bearer x' },
    payload: { pieces: [line], corridorMetres: 100 },
  })
  expect(statusCode).toBe(status)
  await app.close()
})
