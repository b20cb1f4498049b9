import { useEffect, useState } from 'react'

const patienceMs = 600
const withoutIdleMs = 200

/**
 * Whether the browser has had time for less urgent work since there is this `cause` (compared by identity): what is made of
 * a long list is made off the way to the first picture. Where there is little to do, at once.
 */
export function useOnceIdle(cause: object | null, little: boolean): boolean {
  const [begun, setBegun] = useState<object | null>(null)
  const waits = !little && begun !== cause

  useEffect(() => {
    const begin = () => setBegun(cause)
    if (!waits) {
      // What began as little may grow, as a live history does: it goes on, and does not begin anew.
      begin()
      return undefined
    }
    // Safari does not tell when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, withoutIdleMs)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(begin, { timeout: patienceMs })
    return () => cancelIdleCallback(asked)
  }, [cause, waits])

  return !waits
}
