import { useEffect, useEffectEvent } from 'react'
import { secondMs } from '#contract/base/time-units.ts'

/** Closes a dialogue some seconds after what it was for is done, so that its success can be read. */
export function useCloseAfter(done: boolean, seconds: number, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => closeNow(), seconds * secondMs)
    return () => clearTimeout(timer)
  }, [done, seconds])
}
