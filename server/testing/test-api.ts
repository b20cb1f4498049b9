import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Pulse } from '#server/db/pulse.ts'
import { type Api, createApi } from '#server/http/api.ts'
import type { HeldLimit } from '#server/http/call-limits.ts'
import { createHttpServer } from '#server/http/server.ts'

/** Some routes without the rest of the product; whoever sends a token is a verified user. */
export async function startTestApi(
  register: (api: Api) => void,
  pulse: Pick<Pulse, 'guard'> = { guard: (work) => work },
  limit: Partial<HeldLimit> = {},
): Promise<FastifyInstance> {
  const app = await createHttpServer({ log: pino({ level: 'silent' }), trustProxy: [], mapSources: [] })
  const user = { id: 'u', email: 'u@example.org', createdAt: '2026-01-01T00:00:00.000Z', demo: false }
  register(
    createApi(
      app,
      {
        session: async () => ({
          kind: 'user',
          user: { ...user, emailVerified: true, imeiVerified: true },
          sessionId: 's',
        }),
        device: async () => null,
      },
      () => ({ atTheDoor: null, whileAnswered: null, beforeTheHandler: null, ...limit }),
      pulse,
    ),
  )
  return app
}
