import { auth } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import { session } from '#web/api/session.ts'

let loading: Promise<void> | undefined

/** Statuses that mean that the session is over; other failures say nothing about it. */
const sessionIsOver = [401, 403, 404]

/**
 * Loads the user of a stored token, once; where the server refuses, the visitor is signed out.
 * @throws {CallProblem} when the server fails or cannot be reached: the session stays, and its user is not known.
 */
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
  } catch (problem) {
    if (session.current().token !== token) return
    if (!isCallProblem(problem) || !sessionIsOver.includes(problem.status)) throw problem
    session.signOut()
  }
}
