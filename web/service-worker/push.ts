/* Shows messages of the theft alarm while no page of Wegwarte is open. */
import * as z from 'zod/mini'
import type { WorkerScope } from '#web/service-worker/scope.ts'

declare const self: WorkerScope

/**
 * What server/push/pusher.ts sends. A browser takes the permission back if nothing is shown: what cannot be read is
 * told as well.
 */
const pushed = z.object({
  title: z.catch(z.string(), 'Wegwarte'),
  body: z.catch(z.string(), 'Bitte sehen Sie in Wegwarte nach.'),
  tag: z.catch(z.string(), 'wegwarte'),
  path: z.catch(z.string(), '/tracking'),
  /** The token by which the notification itself answers; absent where nobody waits for an answer. */
  answer: z.catch(z.optional(z.string().check(z.regex(/^[\w-]{43}$/))), undefined),
  answerLabel: z.catch(z.string(), 'Ich habe es gesehen'),
})
type Pushed = z.output<typeof pushed>

/** The button of a notification that answers its alarm. */
const seen = 'seen'

self.addEventListener('push', (event) => {
  const { title, body, tag, path, answer, answerLabel } = messageOf(event.data)
  const options = {
    body,
    tag,
    lang: 'de',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    // Until somebody has seen it: an alarm that disappears by itself is none.
    requireInteraction: true,
    data: { path, answer },
    ...(answer !== undefined && { actions: [{ action: seen, title: answerLabel }] }),
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path, answer } = readable(event.notification.data)
  const page = new URL(path, self.location.origin)
  event.waitUntil(event.action === seen && answer !== undefined ? sayIsSeen(answer, page) : open(page))
})

/** An answer that fails shows the alarm: nobody is to believe that it was answered. */
async function sayIsSeen(answer: string, page: URL): Promise<unknown> {
  const headers = { authorization: `Bearer ${answer}` }
  const said = await fetch('/api/alarms/linked/answer', { method: 'POST', headers }).catch(() => null)
  return said?.ok === true ? null : open(page)
}

function messageOf(data: { json(): unknown } | null): Pushed {
  try {
    return readable(data?.json())
  } catch {
    return readable(undefined)
  }
}

function readable(message: unknown): Pushed {
  return z.safeParse(pushed, message).data ?? pushed.parse({})
}

/** In a window of Wegwarte that is there, else in a new one; never anywhere else. */
async function open(url: URL): Promise<unknown> {
  const address = url.origin === self.location.origin ? url.href : self.location.origin
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (window === undefined) return self.clients.openWindow(address)
  await window.focus()
  return window.navigate(address).catch(() => self.clients.openWindow(address))
}
