import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** How long a stop waits for what is under way, before it is cut off: what was not acknowledged comes again. */
export const stopPatienceMs = 1_500

/** Closes what was opened. */
export interface Shutdown {
  /** Notes how to end what lets others in, or begins work by itself. */
  onStop(stop: () => unknown): void
  /** Notes how to close what was just opened. */
  onClose(close: () => unknown): void
  /**
   * Closes every part, even if others fail to close. First all that lets others in or begins work, at the same time: each may wait
   * for what it has under way, twice the patience at most, since a database that is silent answers none of them. Then the others;
   * the last one opened, which may use those before it, is closed first.
   */
  closeAll(): Promise<void>
}

export function createShutdown(
  log: Logger,
  waitForDoors = (signal: AbortSignal): Promise<void> => sleep(2 * stopPatienceMs, undefined, { signal }),
): Shutdown {
  const doors: (() => unknown)[] = []
  const opened: (() => unknown)[] = []
  const closeOne = async (close: () => unknown) => {
    try {
      await close()
    } catch (error) {
      const { name, stack } = error instanceof Error ? error : new Error(String(error))
      log.error({ error: name, stack }, 'a part of the product did not close')
    }
  }
  return {
    onStop: (stop) => void doors.push(stop),
    onClose: (close) => void opened.push(close),
    async closeAll() {
      const areStopped = new AbortController()
      const isTooLong = waitForDoors(areStopped.signal).then(
        () => log.error('a part of the product did not stop in time'),
        () => undefined,
      )
      await Promise.race([Promise.all(doors.splice(0).map(closeOne)), isTooLong])
      areStopped.abort()
      for (const close of opened.splice(0).toReversed()) await closeOne(close)
    },
  }
}
