import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { sendTagged, weakTag } from '#server/http/entity-tag.ts'
import { failureOf, Problem } from '#server/http/problem.ts'

/** Addresses that are never pages or files of the web app. */
function isServers(path: string): boolean {
  return /^\/(api|dev)(\/|\?|$)/i.test(path)
}

/**
 * The normal form of a page's address: in lower case, without a slash at its end. Null if it already has this form, or is
 * not an address of ours.
 */
export function spellingOf(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  if (!/^\/[a-z\d-]+(?:\/[a-z\d-]+)*\/?$/i.test(path)) return null
  const spelled = path.toLowerCase().replace(/\/$/, '')
  return spelled === path ? null : [spelled, ...query].join('?')
}

/** Whether somebody looks for a page: browsers show what they get, so it must not be JSON. */
export function isForPage({ method, url }: { method: string; url: string }): boolean {
  return method === 'GET' && !isServers(url) && !/^\/(assets\/|\.)/.test(url)
}

/** Where addresses lead that no page can have, such as `/%00` or `//name`. */
export const unknownPage = '/404'

/** Pages for people who got the link: no search engine may list them. */
function isUnlisted(path: string): boolean {
  return /^\/(dossier|data-export|alarm|own-ride|emergency-contact)(\/|\?|$)/.test(path)
}

/** The page of the app at a path, with its tag. */
export type PageOf = (path: string) => { html: string; tag: string }

/** An unknown path is answered NOT_FOUND in the envelope, unless it is a page of the web app. */
export function registerNotFound(app: FastifyInstance, pageOf: PageOf | null): void {
  // This route comes before the one that looks for files.
  app.all('/api/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = isForPage(request)
    const spelling = isPage ? spellingOf(request.url) : null
    if (spelling !== null) return reply.redirect(spelling, 308)
    if (isUnlisted(request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    if (isPage && pageOf !== null) {
      const { html, tag } = pageOf(pathOf(request.url))
      await sendTagged(html, request, reply.type('text/html').header('cache-control', 'no-cache'), tag)
      return reply
    }
    return reply
      .status(404)
      .type('application/json')
      .send(JSON.stringify(failureOf(new Problem('NOT_FOUND'))))
  })
}

/**
 * Serves the built web app, compressed when it was built. Browsers keep hashed assets for ever and revalidate everything
 * else. `/` has a page of its own, the prerendered landing page.
 * @returns the app's page, for all other addresses that the app's own router knows.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<PageOf> {
  await app.register(async (files) => {
    // An address that no file can have is refused before it is looked for.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error
      return isForPage(request) ? reply.redirect(unknownPage) : reply.callNotFound()
    })
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // The build's own manifest (`.vite/manifest.json`) is not part of the app.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const immutable = path.includes(join(folder, 'assets'))
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    files.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  })
  const screens = await readFile(join(folder, '.vite/screens.json'), 'utf8')
  return pagesOf(await readFile(join(folder, 'app.html'), 'utf8'), headOfScreens.parse(JSON.parse(screens)))
}

/** By the path of a screen: what belongs into the head of its page. Written by run/finish-web-build.mjs. */
const headOfScreens = z.record(z.string(), z.string())

/** The app's page, for a screen with the links that have its files fetched at once instead of one after the other. */
export function pagesOf(shell: string, screens: Record<string, string>): PageOf {
  const tagged = (html: string) => ({ html, tag: weakTag(html) })
  const other = tagged(shell)
  const known = new Map(
    Object.entries(screens).map(([path, links]) => [path, tagged(shell.replace('</head>', () => `${links}</head>`))]),
  )
  const named = [...known]
    .filter(([path]) => path.includes(':'))
    .map(([path, page]) => [path.split('/'), page] as const)
  return (path) => known.get(path) ?? named.find(([parts]) => isNamed(path.split('/'), parts))?.[1] ?? other
}

/** @param parts one that begins with a colon stands for any. */
function isNamed(path: readonly string[], parts: readonly string[]): boolean {
  return path.length === parts.length && parts.every((part, index) => part.startsWith(':') || part === path[index])
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}
