import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { logParts } from '#server/testing/log-parts.ts'
import { clockFrom } from '#server/platform/clock.ts'
import type { DatabaseWatch } from '#server/db/connection/database-watch.ts'
import { type Api, createApi } from '#server/http/api.ts'
import type { HeldLimit } from '#server/http/call-limits.ts'
import type { FindDevice } from '#server/http/ownership.ts'
import { createHttpServer } from '#server/http/server.ts'

/** Some routes without the rest of the product. Every token is that of a verified user, who owns every device. */
export async function startTestApi(
  register: (api: Api) => void,
  databaseWatch: Pick<DatabaseWatch, 'guard'> = { guard: (work) => work },
  limit: Partial<HeldLimit> = {},
  findDevice: FindDevice = everyDeviceIsTheirs,
): Promise<FastifyInstance> {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    ...logParts,
    trustProxy: [],
    mapSources: [],
    subdomains: false,
  })
  const clock = clockFrom()
  const user = { id: 'u', email: 'u@example.org', createdAt: '2026-01-01T00:00:00.000Z', demo: false }
  register(
    createApi(
      app,
      {
        session: async () => ({
          kind: 'user',
          user: { ...user, emailVerified: true, imeiVerified: true },
          sessionId: 's',
          confirmedAt: clock.now(),
        }),
        device: async () => null,
        recipient: async () => null,
        program: async () => null,
      },
      findDevice,
      () => ({ atTheDoor: null, whileAnswered: null, beforeTheHandler: null, ...limit }),
      databaseWatch,
      clock,
    ),
  )
  return app
}

const everyDeviceIsTheirs: FindDevice = {
  byId: async (id) => ({ id, imei: '350000000000001', name: 'Motorrad', userId: 'u' }),
  withRole: async (id) => ({ id, imei: '350000000000001', name: 'Motorrad', userId: 'u', role: null }),
  byImei: async (imei) => ({ id: 'd', imei, name: 'Motorrad', userId: 'u' }),
}
