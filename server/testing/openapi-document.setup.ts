import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { TestProject } from 'vitest/node'
import { endpoints } from '#contract/endpoints.ts'
import { registerDocumentation } from '#server/http/documentation.ts'
import { schemaOf } from '#server/http/route-schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The OpenAPI document, as the product serves it. */
    openApiDocument: string
  }
}

/** Makes the OpenAPI document once for the whole run; `documented-answers.ts` holds every answer against it. */
export async function setup(project: TestProject): Promise<void> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await registerDocumentation(app)
  for (const endpoint of endpoints) {
    const { method, path: url } = endpoint
    app.route({ method, url, schema: schemaOf(endpoint), handler: () => undefined })
  }
  project.provide('openApiDocument', (await app.inject('/api/openapi.json')).body)
  await app.close()
}
