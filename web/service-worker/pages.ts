/* Starts the app without a network. Only the app's own files are kept here: no answer of the server about anybody. */
import { enable } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import * as z from 'zod/mini'
import type { WorkerScope } from '#web/service-worker/scope.ts'

declare const self: WorkerScope

/** A page that takes longer than this comes from here: in a dead spot a connection may hang for a minute. */
const patienceMs = 4_000

/** Addresses that are never a page of the app: those of the server, and files. */
const noPages = [/^\/(api|dev)(\/|\?|$)/i, /^[^?]*\.[a-z\d]+(\?|$)/i]

const files = self.__WB_MANIFEST

precacheAndRoute(files, { cleanURLs: false })
cleanupOutdatedCaches()
// The page is on its way while this worker wakes up.
enable()
registerRoute(new NavigationRoute(({ event, request }) => pageOf(event, request), { denylist: noPages }))

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** What pages say to the worker (web/app/offline/service-worker.ts). */
const message = z.union([
  z.object({ type: z.literal('brings'), file: z.string() }),
  z.object({ type: z.literal('take-over') }),
])

self.addEventListener('message', ({ data, ports }) => {
  const said = message.safeParse(data).data
  // A page that was loaded after the server was updated is already what this worker brings.
  if (said?.type === 'brings') ports[0]?.postMessage(files.some(({ url }) => `/${url}` === said.file))
  if (said?.type === 'take-over') void self.skipWaiting()
})

/** The server's page: it knows redirects and headers of today. Without an answer the app's page from here. */
async function pageOf(event: unknown, request: Request): Promise<Response> {
  const kept = await matchPrecache('/app.html')
  if (kept === undefined) return fetch(request)
  try {
    const response = await Promise.race([served(event, request), afterPatience()])
    return response.status < 500 ? response : kept
  } catch {
    return kept
  }
}

async function served(event: unknown, request: Request): Promise<Response> {
  const isOnItsWay = typeof event === 'object' && event !== null && 'preloadResponse' in event
  const preloaded = isOnItsWay ? await event.preloadResponse : undefined
  return preloaded instanceof Response ? preloaded : fetch(request)
}

function afterPatience(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), patienceMs))
}
