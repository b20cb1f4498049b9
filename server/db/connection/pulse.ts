/** The database sends nothing, not even the end of a connection: its host is frozen or gone. An outage (`outage.ts`). */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Whether the database answers at all. Without this, a caller would wait until it does, or for ever. */
export interface Pulse {
  /** The result of the work. @throws an outage when the database falls silent meanwhile. */
  guard<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** How often it is asked, and how long without an answer counts as silence: less than browsers wait. */
export const silentAfterMs = 6_500
const usual = { everyMs: 1_000, silentAfterMs }
/** If this process itself stood still for a time, answers that have arrived are read first. */
const readingMs = 500
/** Work that is begun during a silence has this long to finish without the database. */
const withoutItMs = 100

/** @param ask sends any query to the database; it has to give up by itself, as a connection may be lost for good. */
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
    // If it refuses, every query fails at once; only silence is reported by nothing else.
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
