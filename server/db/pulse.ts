/** Nothing comes from the database, not even an end: its host is frozen or gone. Counts as an outage (`outage.ts`). */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Whether the database answers at all. Who waits for one that does not would wait until it does, or for ever. */
export interface Pulse {
  /** What the work gives. @throws an outage when the database falls silent meanwhile. */
  guard<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** It is asked so often, and silent when it owes an answer for so long: shorter than browsers wait for theirs. */
export const silentAfterMs = 6_500
const usual = { everyMs: 1_000, silentAfterMs }
/** After a time in which this process itself stood still, answers that have come are read first. */
const readingMs = 500
/** What is begun while it is silent may still be done without it. */
const withoutItMs = 100

/** @param ask asks the database for anything; it has to give up by itself some time, as a connection may be lost for good. */
export function createPulse(ask: () => Promise<unknown>, { everyMs, silentAfterMs } = usual): Pulse {
  const waiting = new Set<(error: Error) => void>()
  let isSilent = false
  let isAsking = false

  const fallSilent = () => {
    isSilent = true
    for (const reject of waiting) reject(new DatabaseSilent('the database does not answer'))
  }

  const look = async () => {
    isAsking = true
    let late = setTimeout(() => {
      late = setTimeout(fallSilent, readingMs).unref()
    }, silentAfterMs).unref()
    // Where it refuses, every query is told so at once; only silence is told by nobody.
    const answers = await ask().then(
      () => true,
      () => false,
    )
    clearTimeout(late)
    if (answers) isSilent = false
    isAsking = false
  }
  const timer = setInterval(() => void (isAsking || look()), everyMs).unref()

  return {
    guard: (work) =>
      new Promise((resolve, reject) => {
        const late = isSilent ? setTimeout(() => reject(new DatabaseSilent('silent')), withoutItMs) : null
        waiting.add(reject)
        const done = () => {
          waiting.delete(reject)
          if (late !== null) clearTimeout(late)
        }
        work.then(
          (value) => {
            done()
            resolve(value)
          },
          (error: unknown) => {
            done()
            reject(error)
          },
        )
      }),
    stop: () => clearInterval(timer),
  }
}
