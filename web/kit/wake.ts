const lookEveryMs = 1_000
/** A timer that is late by more than this was not late: everything slept. */
const leapMs = 5_000

/**
 * Calls back when this page is looked at again: when it is shown, and when the clock has leapt, as it does where a lid was
 * closed. Timers stand still meanwhile and do not tell. Returns how to stop.
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
