const withoutIdleMs = 2_000

/** Calls back once the page is loaded and the browser has nothing else to do: the screen comes first. */
export function onceIdle(begin: () => void): void {
  const wait = () => {
    // Safari does not report when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(begin)
    else setTimeout(begin, withoutIdleMs)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
