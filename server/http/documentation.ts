import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { appLimits } from '#contract/limits/app-limits.ts'
import { forClients, type OpenApi } from '#server/http/openapi-for-clients.ts'

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
        version: appLimits.version,
        description:
          'Antworten stehen in einer Hülle: {"success":true,"data":…} oder {"success":false,"error":{"code","message",…}}. Zeiten sind ISO 8601 in UTC, Entfernungen Meter, Geschwindigkeiten km/h.',
      },
      // Where the document itself is: one build serves every address.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer' },
          program: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Das Token eines Programms, das der Besitzer des Kontos unter „Konto“, „Zugriff für Programme“ anlegt: wegwarte_token_… Es öffnet die Aufrufe, deren Umfang es hat.',
          },
          share: {
            type: 'http',
            scheme: 'bearer',
            description: 'Das Token einer Freigabe, das ihr Eigentümer weitergibt.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: createJsonSchemaTransformObject({}),
  })
  let made: OpenApi | undefined
  const document = () => (made ??= forClients(app.swagger()))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // These pages have a policy of their own, because they have inline styles. No badge of an outside validator is loaded.
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'",
    uiConfig: { validatorUrl: null },
    transformSpecification: document,
    transformSpecificationClone: false,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => document())
}
