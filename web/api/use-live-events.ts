import { useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { createLiveEvents, type News } from '#web/api/live-events.ts'
import { session } from '#web/api/session.ts'

const firstPauseMs = 1_000
const longestPauseMs = 120_000

const liveEvents = createLiveEvents({
  base: import.meta.env.VITE_API_BASE ?? '',
  token: () => session.current().token,
  isShown: () => !document.hidden,
  // Not all at once after the server was away.
  pauseMs: (failures) => Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2),
  pollMs: limits.map.refreshSeconds * 1000,
  silenceMs: 2.5 * limits.events.heartbeatSeconds * 1000,
  steadyMs: 30_000,
})

session.subscribe((state, before) => {
  if (state.token !== before.token) liveEvents.follow()
})
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', liveEvents.follow)

/** Calls back with what the server tells while the component is shown, and when something may have been missed. */
export function useLiveEvents(listener: (news: News) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => liveEvents.subscribe((news) => latest.current(news)), [])
}
