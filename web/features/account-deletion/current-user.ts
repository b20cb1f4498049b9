import { auth } from '#contract/auth/auth.ts'
import { callWith } from '#web/api/calls/call.ts'
import { session } from '#web/api/session/session.ts'

/** Asks for the present user: the deletion of that account may have changed, or of another one. */
export async function refreshUser(): Promise<void> {
  if (session.current().user === null) return
  try {
    session.setUser((await callWith(auth.profile, {})).user)
  } catch {
    // The next page that is loaded asks again.
  }
}
