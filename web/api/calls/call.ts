import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { type Arguments, createCaller } from './caller.ts'
import type { Input } from './request.ts'
import { session } from '#web/api/session/session.ts'
import { stepUp } from '#web/api/session/step-up.ts'

const firstPauseMs = 400

/** The calls of this browser and session. */
export const { call, callWithHeaders, download } = createCaller({
  base: import.meta.env.VITE_API_BASE ?? '',
  timeoutMs: httpLimits.requestTimeoutMs,
  fileTimeoutMs: httpLimits.fileTimeoutMs,
  retries: httpLimits.retries,
  pause: (retry) => new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (retry - 1))),
  token: () => session.current().token,
  isOnline: () => navigator.onLine,
  onSessionRefused: session.expire,
  onStepUpRequired: stepUp.ask,
})

/** A call whose input is one value, whether or not its endpoint takes any. */
export function callWith<const E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> {
  // Plumbing: the argument tuple is conditional on the endpoint, which TypeScript cannot rebuild from its parts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return call(endpoint, ...([input] as unknown as Arguments<E>))
}
