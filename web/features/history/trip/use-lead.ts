import { type RefObject, useEffect, useRef } from 'react'
import type { Range } from '#contract/history/history.ts'

/** How long a page takes to grow at most. A limit is needed because no event says that somebody drags the scroll bar. */
const growingMs = 10_000
const takenInHand = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Brings the target of a visit into view when its history is there, and keeps it there while the content above it still
 * grows (not every browser does that by itself: CSS Scroll Anchoring), until the user scrolls.
 * @param visit the visit that leads to the target; null: there is none.
 */
export function useLead(visit: string | null, answered: Range | null): RefObject<HTMLDivElement | null> {
  const target = useRef<HTMLDivElement>(null)
  const led = useRef<string>(null)
  useEffect(() => {
    if (visit === null || answered === null || led.current === visit) return undefined
    led.current = visit
    const over = new AbortController()
    const end = () => over.abort()
    const growth = new ResizeObserver(() => target.current?.scrollIntoView({ block: 'start' }))
    growth.observe(document.body)
    const timer = setTimeout(end, growingMs)
    for (const sign of takenInHand) window.addEventListener(sign, end, { signal: over.signal, passive: true })
    over.signal.addEventListener('abort', () => {
      growth.disconnect()
      clearTimeout(timer)
    })
    return end
  }, [visit, answered])
  return target
}
