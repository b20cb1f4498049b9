import { auth } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { session } from '#web/api/session.ts'

/** Signs in to the demo account. */
export async function enterDemo(): Promise<void> {
  const { user, token } = await call(auth.demo)
  session.signIn(user, token)
}
