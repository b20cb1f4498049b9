import type { Logger } from 'pino'

/** Closes what was opened. */
export interface Closing {
  /** Notes how to close what was just opened. */
  onClose(close: () => unknown): void
  /** Closes every part, even if others fail to close. The last one opened, which may use the others, is closed first. */
  closeAll(): Promise<void>
}

export function createClosing(log: Logger): Closing {
  const opened: (() => unknown)[] = []
  return {
    onClose: (close) => void opened.push(close),
    async closeAll() {
      for (const close of opened.splice(0).toReversed()) {
        try {
          await close()
        } catch (error) {
          const { name, stack } = error instanceof Error ? error : new Error(String(error))
          log.error({ error: name, stack }, 'a part of the product did not close')
        }
      }
    },
  }
}
