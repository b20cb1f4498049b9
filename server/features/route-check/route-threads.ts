import { Worker } from 'node:worker_threads'
import type { Poi } from '#contract/pois/pois.ts'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import { minuteSeconds, secondMs } from '#contract/base/time-units.ts'
import type {
  FoundOnRoute,
  MeasuredRoute,
  RoadText,
  RouteQuestion,
  RouteToSearch,
} from '#domain/route-check/route-search.ts'
import type { FromSearch, ToSearch } from './route-search.worker.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import { Problem } from '#server/http/problem.ts'

/** The search of one route in a thread of its own; the calls follow each other as in `searchRoute`. */
interface ThreadedSearch {
  begin(route: RouteToSearch): Promise<MeasuredRoute>
  addPois(pois: readonly Poi[]): void
  addRoads(roads: readonly RoadText[]): void
  find(question: RouteQuestion): Promise<FoundOnRoute>
}

export interface RouteThreads {
  /**
   * Searches one route. When the caller has left, the thread ends at once, in the middle of what it calculates.
   * @param userId the routes of one user wait for each other, not for those of others.
   * @throws {Problem} UNAVAILABLE where too many wait already, or for too long; an abort when the caller has left.
   */
  search<T>(userId: string, hasLeft: AbortSignal, work: (search: ThreadedSearch) => Promise<T>): Promise<T>
  /** Ends all threads; what they calculate fails. */
  close(): Promise<void>
}

const { searchedAtOnce, waitingToBeSearched, searchPatienceSeconds } = routeCheckServerLimits

/** A few threads, begun when they are first needed. A thread stays for the next route, unless its search was broken off. */
export function createRouteThreads(): RouteThreads {
  const queue = createFairQueue({
    atOnce: searchedAtOnce,
    waiting: waitingToBeSearched,
    patienceMs: searchPatienceSeconds * secondMs,
    refusal: tooMany,
  })
  const idle: RouteThread[] = []
  const all = new Set<RouteThread>()

  const begin = () => {
    const thread = startThread(() => {
      all.delete(thread)
      const at = idle.indexOf(thread)
      if (at >= 0) idle.splice(at, 1)
    })
    all.add(thread)
    return thread
  }

  const giveBack = (thread: RouteThread) => {
    if (all.has(thread)) idle.push(thread)
  }

  return {
    search(userId, hasLeft, work) {
      return queue.run({ line: userId, first: false }, async () => {
        hasLeft.throwIfAborted()
        const thread = idle.pop() ?? begin()
        const leave = () => void thread.end(hasLeft.reason)
        hasLeft.addEventListener('abort', leave)
        try {
          const result = await work(thread.search)
          giveBack(thread)
          return result
        } catch (error) {
          // A refusal leaves nothing undone.
          if (error instanceof Problem) giveBack(thread)
          else void thread.end(error)
          throw error
        } finally {
          hasLeft.removeEventListener('abort', leave)
        }
      })
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.end(new Error('the threads that search routes are closed'))))
    },
  }
}

function tooMany(): Problem {
  const message = 'Gerade werden viele Strecken geprüft. Bitte versuchen Sie es in einer Minute noch einmal.'
  return new Problem('UNAVAILABLE', { message, retryAfter: minuteSeconds })
}

function inRows({ pieces, corridorMetres }: RouteToSearch) {
  const lengths = pieces.map(({ length }) => length)
  const degrees = new Float64Array(2 * lengths.reduce((sum, length) => sum + length, 0))
  let next = 0
  for (const { latitude, longitude } of pieces.flat()) {
    degrees[next] = latitude
    degrees[next + 1] = longitude
    next += 2
  }
  return { corridorMetres, lengths, degrees }
}

interface RouteThread {
  search: ThreadedSearch
  /** What is waited for fails with this reason. */
  end(reason: unknown): Promise<void>
}

/** @param onEnd called once it has ended, for whatever reason. */
function startThread(onEnd: () => void): RouteThread {
  const worker = new Worker(new URL('./route-search.worker.ts', import.meta.url))
  // Nobody waits for an idle thread.
  worker.unref()
  let waiting: PromiseWithResolvers<FromSearch> | null = null
  let lost: { reason: unknown } | null = null

  const lose = (reason: unknown) => {
    if (lost !== null) return
    lost = { reason }
    waiting?.reject(reason)
    onEnd()
  }
  worker.on('message', (message: FromSearch) => waiting?.resolve(message))
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`the thread that searches routes ended with ${code}`)))

  const post = (message: ToSearch, transfer: ArrayBuffer[] = []) => {
    if (lost !== null) throw lost.reason
    worker.postMessage(message, transfer)
  }
  const ask = async (message: ToSearch, transfer?: ArrayBuffer[]): Promise<FromSearch> => {
    post(message, transfer)
    waiting = Promise.withResolvers()
    return waiting.promise
  }

  return {
    search: {
      async begin(route) {
        const rows = inRows(route)
        const answer = await ask({ begin: rows }, [rows.degrees.buffer])
        if (!('measured' in answer)) throw new Error('the thread that searches routes has lost its place')
        return answer.measured
      },
      addPois: (pois) => post({ pois }),
      addRoads: (roads) => post({ roads }),
      async find(question) {
        const answer = await ask({ find: question })
        if (!('found' in answer)) throw new Error('the thread that searches routes has lost its place')
        return answer.found
      },
    },
    async end(reason) {
      lose(reason)
      await worker.terminate()
    },
  }
}
