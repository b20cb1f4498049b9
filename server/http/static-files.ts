import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendTagged, weakTag } from '#server/http/entity-tag.ts'
import { failureOf, Problem } from '#server/http/problem.ts'

/** Addresses that are never pages or files of the web app. */
function isServers(path: string): boolean {
  return /^\/(api|dev)(\/|\?|$)/i.test(path)
}

/**
 * How a page's address is spelled: in small letters, without a slash at its end. Null if it is spelled so already, or is
 * not an address of ours.
 */
export function spellingOf(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  if (!/^\/[a-z\d-]+(?:\/[a-z\d-]+)*\/?$/i.test(path)) return null
  const spelled = path.toLowerCase().replace(/\/$/, '')
  return spelled === path ? null : [spelled, ...query].join('?')
}

/** Pages for whoever was given their link: no search engine shall list them. */
function isUnlisted(path: string): boolean {
  return /^\/dossier(\/|\?|$)/.test(path)
}

/** An unknown path is NOT_FOUND in the envelope, where it is not a page of the web app. */
export function registerNotFound(app: FastifyInstance, shell: string | null): void {
  const tag = weakTag(shell ?? '')
  // Before the files' own route could look for one.
  app.all('/api/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !isServers(request.url) && !/^\/(assets\/|\.)/.test(request.url)
    const spelling = isPage ? spellingOf(request.url) : null
    if (spelling !== null) return reply.redirect(spelling, 308)
    if (isUnlisted(request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    if (isPage && shell !== null) {
      await sendTagged(shell, request, reply.type('text/html').header('cache-control', 'no-cache'), tag)
      return reply
    }
    return reply
      .status(404)
      .type('application/json')
      .send(JSON.stringify(failureOf(new Problem('NOT_FOUND'))))
  })
}

/**
 * Serves the built web app, compressed when it was built: hashed assets for ever, everything else revalidated. `/` has a
 * page of its own, the prerendered landing page.
 * @returns the page of the app, for every other address its own router knows.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<string> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // What the build tells about itself (`.vite/manifest.json`) is no part of the app.
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const immutable = path.includes(join(folder, 'assets'))
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  return readFile(join(folder, 'app.html'), 'utf8')
}
