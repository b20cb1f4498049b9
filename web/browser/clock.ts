import { useEffect, useState } from 'react'
import type { Instant } from '#contract/base/place.ts'
import { onWake } from './wake.ts'

/**
 * The product's present: the browser's clock, moved to the server's, so that ranges follow the server's time even where
 * the browser's clock is wrong.
 * @param browserNow milliseconds since 1970 as the browser believes.
 */
export function createClock(browserNow: () => number) {
  let offsetMs = 0
  const listeners = new Set<() => void>()
  return {
    now: () => new Date(browserNow() + offsetMs),
    browserNow,
    /** A moment of the browser's clock in the product's time. */
    at: (browserMs: number) => new Date(browserMs + offsetMs),
    /** Adopts the server's time from an answer that took `roundTripMs` to come. */
    follow(serverNow: Instant, roundTripMs: number): void {
      offsetMs = Date.parse(serverNow) + roundTripMs / 2 - browserNow()
      for (const listener of listeners) listener()
    },
    /** Calls back when the server's time was adopted; returns how to stop. */
    onFollow(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const clock = createClock(Date.now)

/** The product's present as a component's state, renewed every `everyMs` milliseconds and after a sleep. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const renew = () => setNow(clock.now())
    const timer = setInterval(renew, everyMs)
    const stopFollowing = clock.onFollow(renew)
    const stopWaking = onWake(clock.now, renew)
    return () => {
      clearInterval(timer)
      stopFollowing()
      stopWaking()
    }
  }, [everyMs])
  return now
}
