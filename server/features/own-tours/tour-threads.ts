import { Worker } from 'node:worker_threads'
import { ownToursServerLimits } from '#contract/own-tours/own-tours-limits.ts'
import { minuteSeconds, secondMs } from '#contract/base/time-units.ts'
import { Problem } from '#server/http/problem.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import type { TourAnswer, TourQuestion } from './tour-reading.ts'

const { readAtOnce, waitingToBeRead, patienceSeconds, threadMegabytes, readingSeconds } = ownToursServerLimits

/**
 * Reads a file in a thread that ends with it, or when the caller has left.
 * @throws {Problem} UNAVAILABLE where too many wait already, or for too long; UNREADABLE_FILE where it takes more time or
 * memory than any true file.
 */
export type ReadTours = (userId: string, question: TourQuestion, hasLeft: AbortSignal) => Promise<TourAnswer>

export function createTourThreads(): ReadTours {
  const queue = createFairQueue({
    atOnce: readAtOnce,
    waiting: waitingToBeRead,
    patienceMs: patienceSeconds * secondMs,
    refusal: tooMany,
  })
  return (userId, question, hasLeft) =>
    queue.run({ line: userId, first: false }, () => {
      hasLeft.throwIfAborted()
      return readInThread(question, hasLeft)
    })
}

function tooMany(): Problem {
  const message = 'Gerade werden viele Dateien gelesen. Bitte versuchen Sie es in einer Minute noch einmal.'
  return new Problem('UNAVAILABLE', { message, retryAfter: minuteSeconds })
}

async function readInThread(question: TourQuestion, hasLeft: AbortSignal): Promise<TourAnswer> {
  const worker = new Worker(new URL('./own-tours.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
  })
  const tooLong = AbortSignal.timeout(readingSeconds * secondMs)
  const ending = AbortSignal.any([tooLong, hasLeft])
  try {
    return await new Promise<TourAnswer>((resolve, reject) => {
      ending.addEventListener('abort', () => reject(ending.reason))
      worker.once('message', (answer: TourAnswer) => resolve(answer))
      worker.once('error', reject)
      // A thread, not a window: there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(question)
    })
  } catch (error) {
    if (tooLong.aborted || isOutOfMemory(error)) throw new Problem('UNREADABLE_FILE')
    throw error
  } finally {
    await worker.terminate()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
