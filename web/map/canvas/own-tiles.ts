import type { RequestParameters } from 'maplibre-gl'
import { session } from '#web/api/session/session.ts'

/** How the map requests something: our own server needs the session, which nobody else gets. */
export function requestOf(url: string): RequestParameters {
  const { token } = session.current()
  const isOwn = new URL(url, window.location.href).origin === window.location.origin
  return isOwn && token !== null ? { url, headers: { authorization: `Bearer ${token}` } } : { url }
}
