import { useEffect, useRef } from 'react'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { createLiveEvents, type News } from './live-events.ts'
import { session } from '#web/api/session/session.ts'

const firstPauseMs = 1_000
const longestPauseMs = 120_000

const liveEvents = createLiveEvents({
  base: import.meta.env.VITE_API_BASE ?? '',
  token: () => session.current().token,
  isShown: () => !document.hidden,
  // Random, so that not all browsers come back at once after the server was away.
  pauseMs: (failures) => Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2),
  pollMs: mapLimits.refreshSeconds * secondMs,
  silenceMs: 2.5 * eventsLimits.heartbeatSeconds * secondMs,
  steadyMs: 30_000,
})

session.subscribe((state, before) => {
  if (state.token !== before.token) liveEvents.follow()
})
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', liveEvents.follow)
  // A window beside others is visible all the time: it is looked at when it is clicked or typed in.
  for (const sign of ['focus', 'pointerdown', 'keydown'])
    window.addEventListener(sign, liveEvents.look, { passive: true })
}

/** Calls back with the server's events while the component is shown, and when something may have been missed. */
export function useLiveEvents(listener: (news: News) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => liveEvents.subscribe((news) => latest.current(news)), [])
}
