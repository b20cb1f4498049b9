import { mailServerLimits } from '#contract/limits/mail-limits.ts'

/** Who gets a connection to the mail server: alarms before all others, and others never all of them. */
export interface SendingTurns {
  /** Does the work when it is its turn. Rejects with the reason of the signal if that comes first. */
  run<Result>(turn: { isAlarm: boolean; signal: AbortSignal }, work: () => Promise<Result>): Promise<Result>
  /**
   * By an e-mail whose turn it is: the server takes no more connections than those that the others use. For a while, no more are
   * opened. `none` if there are no others: it is no use to wait for one.
   */
  narrow(): 'narrower' | 'as before' | 'none'
}

const narrowest = 2

interface Waiting {
  isAlarm: boolean
  begin(): void
}

/**
 * @param limits.atOnce e-mails on their way at a time.
 * @param limits.othersAtOnce of these, those that are no alarms.
 */
export function createSendingTurns({ atOnce, othersAtOnce }: { atOnce: number; othersAtOnce: number }): SendingTurns {
  const waiting: Waiting[] = []
  let running = 0
  let othersRunning = 0
  let limit = atOnce
  let widening: NodeJS.Timeout | undefined

  /** Others have as small a part of few connections as of all. */
  const othersLimit = () => Math.max(1, Math.floor((othersAtOnce * limit) / atOnce))
  const mayBegin = ({ isAlarm }: Waiting) => running < limit && (isAlarm || othersRunning < othersLimit())

  /** Begins all whose turn it is, in the order in which they came. */
  const beginSome = () => {
    for (;;) {
      const next = waiting.find((each) => each.isAlarm && mayBegin(each)) ?? waiting.find(mayBegin)
      if (next === undefined) return
      waiting.splice(waiting.indexOf(next), 1)
      running += 1
      if (!next.isAlarm) othersRunning += 1
      next.begin()
    }
  }

  return {
    narrow() {
      const others = running - 1
      if (others === 0) return 'none'
      const before = limit
      // One more than others may use is left to alarms, whatever the server takes.
      limit = Math.max(narrowest, Math.min(limit, others))
      clearTimeout(widening)
      widening = setTimeout(() => {
        limit = atOnce
        beginSome()
      }, mailServerLimits.narrowMs).unref()
      return limit < before ? 'narrower' : 'as before'
    },
    async run({ isAlarm, signal }, work) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(signal.reason)
        }
        const turn: Waiting = {
          isAlarm,
          begin() {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal.addEventListener('abort', leave)
        waiting.push(turn)
        beginSome()
      })
      try {
        return await work()
      } finally {
        running -= 1
        if (!isAlarm) othersRunning -= 1
        beginSome()
      }
    },
  }
}
