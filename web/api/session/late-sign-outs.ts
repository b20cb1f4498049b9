import * as z from 'zod/mini'
import { auth, signOutKey } from '#contract/auth/auth.ts'
import { signOutWords } from '#contract/auth/sign-out.ts'
import { call } from '#web/api/calls/call.ts'
import { recall, remember } from '#web/browser/remembered.ts'

/*
 * A session that was ended here without a network ends on the server once there is one. What is kept until then is no token
 * but a key, which ends this session and can do nothing else.
 */

const name = 'signOuts'
const keys = z.array(signOutKey)
/** Nobody signs out more often without ever having a network. */
const mostKept = 20
const againMs = 60_000

const kept = () => recall(name, keys) ?? []
const forget = (key: string) =>
  remember(
    name,
    kept().filter((one) => one !== key),
  )

/**
 * Ends a session on the server; if that cannot be reached, as soon as it can.
 * @throws {CallProblem}
 */
export async function endSession(token: string): Promise<void> {
  const key = await signOutKeyOf(token)
  // First: the tab may be closed before there is an answer.
  if (key !== null) remember(name, [...kept(), key].slice(-mostKept))
  try {
    await call(auth.logout, {}, { token })
    if (key !== null) forget(key)
  } catch (problem) {
    tryAgain()
    throw problem
  }
}

/** Ends on the server what was ended here without it. */
export async function sendSignOuts(): Promise<void> {
  for (const key of kept()) {
    try {
      await call(auth.logoutLater, { body: { key } })
      forget(key)
    } catch {
      tryAgain()
      return
    }
  }
}

let again: ReturnType<typeof setTimeout> | undefined

/** Also where the browser has a network, and the server none. */
function tryAgain(): void {
  clearTimeout(again)
  again = setTimeout(() => void sendSignOuts(), againMs)
}

/** What `signOutWords` says; null where a browser makes no hashes (over plain http). */
export async function signOutKeyOf(token: string): Promise<string | null> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signOutWords + token))
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
