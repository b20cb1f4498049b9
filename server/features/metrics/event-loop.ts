import type { monitorEventLoopDelay } from 'node:perf_hooks'
import { minuteMs } from '#contract/base/time-units.ts'

/**
 * How long this process keeps others waiting, in seconds: the 99th percentile of this minute or of the one before, whichever is
 * longer. Of all that ever was, a slow start would be told for hours, and a standstill later hardly at all.
 * @param delays of the event loop, in nanoseconds (`monitorEventLoopDelay`).
 */
export function watchEventLoop(
  delays: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'reset' | 'percentile'>,
) {
  const thisMinute = () => delays.percentile(99) / 1e9
  let minuteBefore = 0
  delays.enable()
  const timer = setInterval(() => {
    minuteBefore = thisMinute()
    delays.reset()
  }, minuteMs).unref()
  return {
    seconds: () => Math.max(minuteBefore, thisMinute()),
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
