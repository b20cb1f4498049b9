import { type RefObject, useEffect, useRef } from 'react'
import type { Range } from '#contract/tracking.ts'

/** So long a page takes to have grown; somebody may take its scroll bar in hand without a word. */
const growingMs = 10_000
const takenInHand = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Where a visit leads to is brought into view when its history is there, and kept there while what stands above it still
 * grows (not every browser does that by itself: CSS Scroll Anchoring), until somebody takes the page in hand.
 * @param visit that leads there; null: none does.
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
