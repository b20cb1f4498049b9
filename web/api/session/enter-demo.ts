import { auth } from '#contract/auth/auth.ts'
import { call } from '#web/api/calls/call.ts'
import { session } from './session.ts'

/** Signs in to the demo account. */
export async function enterDemo(): Promise<void> {
  const { user, token } = await call(auth.demo)
  session.signIn(user, token)
}
