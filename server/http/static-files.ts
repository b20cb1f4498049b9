import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { failureOf, Problem } from '#server/http/problem.ts'

/**
 * Serves the built web app: hashed assets for ever, everything else revalidated; an unknown path outside `/api` is the
 * app's own (its router shows /404), an unknown path under `/api` is NOT_FOUND in the envelope.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes(join(folder, 'assets'))
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const shell = await readFile(join(folder, 'index.html'), 'utf8')
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|dev|assets)(\/|$)/.test(request.url)
    if (isPage) return reply.type('text/html').header('cache-control', 'no-cache').send(shell)
    return reply
      .status(404)
      .type('application/json')
      .send(JSON.stringify(failureOf(new Problem('NOT_FOUND'))))
  })
}
