import { useEffect, useState } from 'react'

const patienceMs = 600
const withoutIdleMs = 200

/**
 * Whether the browser has been idle since there is this `cause` (compared by identity), so that work on a long list does not
 * delay the first picture. True at once if there is little to do.
 */
export function useWhenIdle(cause: object | null, little: boolean): boolean {
  const [begun, setBegun] = useState<object | null>(null)
  const waits = !little && begun !== cause

  useEffect(() => {
    const begin = () => setBegun(cause)
    if (!waits) {
      // What began as little may grow, as a live history does: it continues, and does not start again.
      begin()
      return undefined
    }
    // Safari does not report when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, withoutIdleMs)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(begin, { timeout: patienceMs })
    return () => cancelIdleCallback(asked)
  }, [cause, waits])

  return !waits
}
