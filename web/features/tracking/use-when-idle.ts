import { useEffect, useState } from 'react'

/** So much is worked through at once without anybody noticing. */
const littleEnough = 2_000
const patienceMs = 600
const withoutIdleMs = 200

/**
 * A long list, once the browser has drawn what is more urgent: `nothing` until then. What is made of the list is made off
 * the way to the first picture.
 */
export function useWhenIdle<T>(list: readonly T[], nothing: readonly T[]): readonly T[] {
  const [ready, setReady] = useState<readonly T[]>(nothing)
  const little = list.length <= littleEnough

  useEffect(() => {
    if (little) return undefined
    const begin = () => setReady(list)
    // Safari does not tell when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, withoutIdleMs)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(begin, { timeout: patienceMs })
    return () => cancelIdleCallback(asked)
  }, [list, little])

  if (little) return list
  return ready === list ? ready : nothing
}
