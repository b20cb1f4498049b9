import type { auth } from '#contract/auth.ts'
import type { Reply } from '#contract/endpoint.ts'
import { passkeys } from '#contract/passkeys.ts'
import { keptBrowserKey } from '#web/api/browser-key.ts'
import { call } from '#web/api/call.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import { forgetPasskey, provePasskey } from '#web/api/passkey-ceremonies.ts'

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
