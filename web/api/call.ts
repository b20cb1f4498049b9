import { limits } from '#contract/limits.ts'
import { createCaller } from '#web/api/caller.ts'
import { session } from '#web/api/session.ts'

const firstPauseMs = 400

/** The calls of this browser and session. */
export const { call, callWithHeaders, download } = createCaller({
  base: import.meta.env.VITE_API_BASE ?? '',
  timeoutMs: limits.http.requestTimeoutMs,
  fileTimeoutMs: limits.http.fileTimeoutMs,
  retries: limits.http.retries,
  pause: (retry) => new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (retry - 1))),
  token: () => session.current().token,
  onSessionRefused: session.expire,
})
