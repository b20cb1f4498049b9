/* Shows messages of the theft alarm while no page of Wegwarte is open. Nothing is cached, no request is answered here. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = messageOf(event.data)
  const options = {
    body,
    tag,
    lang: 'de',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    // Until somebody has seen it: an alarm that disappears by itself is none.
    requireInteraction: true,
    data: { path },
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data?.path ?? '/tracking', self.location.origin)))
})

/** A browser takes the permission back from whoever shows nothing: what cannot be read is told as well. */
function messageOf(data) {
  const unknown = { title: 'Wegwarte', body: 'Bitte sehen Sie in Wegwarte nach.', tag: 'wegwarte', path: '/tracking' }
  try {
    return { ...unknown, ...data?.json() }
  } catch {
    return unknown
  }
}

/** In a window of Wegwarte that is there, else in a new one; never anywhere else. */
async function open(url) {
  const address = url.origin === self.location.origin ? url.href : self.location.origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [window] = windows
  if (window === undefined) return self.clients.openWindow(address)
  await window.focus()
  return window.navigate(address).catch(() => self.clients.openWindow(address))
}
