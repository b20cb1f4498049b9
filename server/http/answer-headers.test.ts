import { expect, test } from 'vitest'
import { auth } from '#contract/auth/auth.ts'
import { startTestApi } from '#server/testing/test-api.ts'

test.each(['/api/auth/logout', '/api/auth/logout/', '/%61pi/auth/logout', '/api/auth/log%6Fut'])(
  'however an address of the API is written (%s), its answer is not a page and is kept in no cache',
  async (url) => {
    const app = await startTestApi((api) => api.on(auth.logout, async () => ({})))
    const { statusCode, headers } = await app.inject({ method: 'POST', url })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';frame-ancestors/)
    await app.close()
  },
)
