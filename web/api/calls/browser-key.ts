import { browserKey } from '#contract/auth/auth.ts'
import { recall, remember } from '#web/browser/remembered.ts'

/**
 * A random text that this browser keeps, also after signing out: by it the server knows the browser at the next sign-in and
 * sends no e-mail about a new one. Absent where storage is forbidden.
 */
export function keptBrowserKey(): { browserKey?: string } {
  if (recall('browser', browserKey) === null) remember('browser', randomKey())
  const kept = recall('browser', browserKey)
  return kept === null ? {} : { browserKey: kept }
}

/** 128 random bits. `crypto.randomUUID` would need https, also on a network at home. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
