import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { limits } from '#contract/limits.ts'

/**
 * The API's description, made from the contract: `/api/openapi.json` (OpenAPI 3.1) and, readable, `/api/docs`.
 * Register before the routes.
 */
export async function registerDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wegwarte',
        version: limits.app.version,
        description:
          'Antworten stehen in einer Hülle: {"success":true,"data":…} oder {"success":false,"error":{"code","message",…}}. Zeiten sind ISO 8601 in UTC, Entfernungen Meter, Geschwindigkeiten km/h.',
      },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: createJsonSchemaTransformObject({}),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its own policy, for these pages alone: they style elements inline. No badge of a validator elsewhere.
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'",
    uiConfig: { validatorUrl: null },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
