import type { auth } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { passkeys } from '#contract/passkeys/passkeys.ts'
import { keptBrowserKey } from '#web/api/calls/browser-key.ts'
import { call } from '#web/api/calls/call.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { forgetPasskey, provePasskey } from '#web/api/session/passkey-ceremonies.ts'

/** Signs in with a passkey that the visitor chooses. @throws {CallProblem} */
export async function signInWithPasskey(): Promise<Reply<typeof auth.login>> {
  const request = await call(passkeys.beginSignIn)
  const answer = await provePasskey(request)
  try {
    return await call(passkeys.signIn, { body: { ...answer, ...keptBrowserKey() } })
  } catch (problem) {
    if (isCallProblem(problem, 'PASSKEY_UNKNOWN')) await forgetPasskey(request.rpId, answer.id)
    throw problem
  }
}
