/** The database sends nothing, not even the end of a connection: its host is frozen or gone. An outage (`outage.ts`). */
class DatabaseUnresponsive extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Whether the database answers at all. Without this, a caller would wait until it does, or for ever. */
export interface DatabaseWatch {
  /** The result of the work. @throws an outage when the database falls silent meanwhile. */
  guard<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** How often it is asked, and how long without an answer makes it unresponsive: less than browsers wait. */
export const unresponsiveAfterMs = 6_500
const usual = { everyMs: 1_000, unresponsiveAfterMs }
/** If this process itself stood still for a time, answers that have arrived are read first. */
const readingMs = 500
/** Work that is begun while it is unresponsive has this long to finish without the database. */
const withoutItMs = 100

/** @param ask sends any query to the database; it has to give up by itself, as a connection may be lost for good. */
export function createDatabaseWatch(
  ask: () => Promise<unknown>,
  { everyMs, unresponsiveAfterMs } = usual,
): DatabaseWatch {
  const waiting = new Set<(error: Error) => void>()
  let isUnresponsive = false
  let isAsking = false

  const becomeUnresponsive = () => {
    isUnresponsive = true
    for (const reject of waiting) reject(new DatabaseUnresponsive('the database does not answer'))
  }

  const look = async () => {
    isAsking = true
    let late = setTimeout(() => {
      late = setTimeout(becomeUnresponsive, readingMs).unref()
    }, unresponsiveAfterMs).unref()
    // If it refuses, every query fails at once; only no answer at all is reported by nothing else.
    const answers = await ask().then(
      () => true,
      () => false,
    )
    clearTimeout(late)
    if (answers) isUnresponsive = false
    isAsking = false
  }
  const timer = setInterval(() => void (isAsking || look()), everyMs).unref()

  return {
    guard: (work) =>
      new Promise((resolve, reject) => {
        const late = isUnresponsive ? setTimeout(() => reject(new DatabaseUnresponsive('silent')), withoutItMs) : null
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
