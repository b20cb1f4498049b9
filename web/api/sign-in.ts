import { auth } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { session } from '#web/api/session.ts'

let loading: Promise<void> | undefined
let leaving = false

/** A page that is being left breaks off its calls: that says nothing about the session. */
export function watchLeaving(page: Window): void {
  page.addEventListener('pagehide', () => (leaving = true))
  page.addEventListener('pageshow', () => (leaving = false))
}

/** Loads the user of a stored token, once; whatever the failure, the visitor is signed out then. */
export function ensureUser(): Promise<void> {
  const { token, user } = session.current()
  if (token === null || user !== null) return Promise.resolve()
  loading ??= loadUser().finally(() => (loading = undefined))
  return loading
}

/** Ends the session here in any case, on the server if it can be reached. */
export async function signOut(): Promise<void> {
  const farewell = call(auth.logout).catch(() => undefined)
  session.signOut()
  await farewell
}

async function loadUser(): Promise<void> {
  const { token } = session.current()
  try {
    const { user } = await call(auth.profile)
    if (session.current().token === token) session.setUser(user)
  } catch {
    if (session.current().token === token && !leaving) session.signOut()
  }
}
