import { session } from './session.ts'

let loading: Promise<void> | undefined

const loadCalls = () => import('#web/api/calls/first-calls.ts')

/**
 * Loads the user of a stored token, once; if the server refuses, the visitor is signed out.
 * @throws when the server fails or cannot be reached: the session stays, and its user is not known.
 */
export function ensureUser(): Promise<void> {
  const { token, user } = session.current()
  if (token === null || user !== null) return Promise.resolve()
  loading ??= loadUser(token).finally(() => (loading = undefined))
  return loading
}

/** Ends the session here in any case, and on the server as soon as that can be reached. */
export async function signOut(): Promise<void> {
  const { token } = session.current()
  session.signOut()
  if (token === null) return
  await loadCalls()
    .then(({ endSession }) => endSession(token))
    .catch(() => undefined)
}

/** Sends the sign-outs that the server could not be reached for. */
export async function sendSignOuts(): Promise<void> {
  await loadCalls()
    .then((calls) => calls.sendSignOuts())
    .catch(() => undefined)
}

async function loadUser(token: string): Promise<void> {
  const { fetchUser } = await loadCalls()
  const isCurrent = () => session.current().token === token
  try {
    const user = await fetchUser(token)
    if (!isCurrent()) return
    if (user === null) session.signOut()
    else session.setUser(user)
  } catch (problem) {
    if (isCurrent()) throw problem
  }
}
