const lookEveryMs = 1_000
/** If a timer is late by more than this, the machine was asleep. */
const leapMs = 5_000

/**
 * Calls back when this page is looked at again: when it is shown, and when the clock has jumped, as after a lid was closed.
 * Timers stand still meanwhile and do not show it. Returns how to stop.
 */
export function onWake(now: () => Date, listener: () => void): () => void {
  let lookedAt = now().getTime()
  const look = () => {
    const before = lookedAt
    lookedAt = now().getTime()
    if (Math.abs(lookedAt - before) > leapMs) listener()
  }
  const timer = setInterval(look, lookEveryMs)
  const follow = () => document.hidden || listener()
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
