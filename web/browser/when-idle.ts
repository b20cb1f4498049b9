import { queryClient } from '#web/api/queries/queries.ts'
import { drawnMs } from './drawn.ts'

/** After what is kept of the answers has been kept. */
const calmMs = drawnMs + 1_000
const withoutIdleMs = 2_000

/** Calls back once the page is loaded, and what its screen has asked is answered and drawn. */
export function whenDrawn(begin: () => void): void {
  const loaded = () => onceAnswered(() => setTimeout(begin, calmMs))
  if (document.readyState === 'complete') loaded()
  else window.addEventListener('load', loaded, { once: true })
}

/** Calls back once the browser has nothing else to do, too. */
export function whenIdle(begin: () => void): void {
  whenDrawn(() => {
    // Safari does not report when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(begin)
    else setTimeout(begin, withoutIdleMs)
  })
}

function onceAnswered(begin: () => void): void {
  const isAnswered = () => queryClient.isFetching() === 0
  if (isAnswered()) {
    begin()
    return
  }
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!isAnswered()) return
    stop()
    begin()
  })
}
