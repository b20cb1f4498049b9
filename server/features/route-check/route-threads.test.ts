import { afterEach, expect, test } from 'vitest'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { searchRoute } from '#domain/route-check/route-search.ts'
import { Problem } from '#server/http/problem.ts'
import { createRouteThreads } from './route-threads.ts'

/** A thread compiles what it calculates with, which takes seconds on a busy machine. */
const threadMs = 30_000
let threads = createRouteThreads()
afterEach(async () => {
  await threads.close()
  threads = createRouteThreads()
})

const stays = new AbortController().signal
const line: Place[] = Array.from({ length: 500 }, (_, index) => ({
  latitude: 49 + index / 1_000,
  longitude: 8.4 + Math.sin(index / 10) / 100,
}))
const route = { pieces: [line], corridorMetres: 100 }
const question = { hiddenIds: new Set<string>(), warned: [], departure: undefined }
const roads = [
  {
    id: 'way/1',
    name: 'L 564',
    // The first places of the route.
    line: '_q~iF_iaiA',
    rules: [{ access: 'closed' as const, condition: null }],
    attribution: '© t',
  },
]

test(
  'a thread answers what the calculation answers, and stays for the next route',
  async () => {
    const here = searchRoute(route)
    here.addRoads(roads)
    for (const user of ['anna', 'ben', 'anna']) {
      const found = await threads.search(user, stays, async (search) => {
        const measured = await search.begin(route)
        search.addRoads(roads)
        return { measured, found: await search.find(question) }
      })
      expect(found).toEqual({ measured: here.measured, found: here.find(question) })
    }
  },
  threadMs,
)

/** A route to and fro between the ends of a country, over and over: it is measured for long. */
const endless = {
  pieces: [Array.from({ length: 20_000 }, (_, index) => ({ latitude: 49 + (index % 2) / 500, longitude: 8.4 }))],
  corridorMetres: 2_000,
}

test(
  'who leaves ends the calculation in its middle, and the next one is answered',
  async () => {
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    const left = threads.search('anna', leaving.signal, async (search) => {
      const measured = search.begin(endless)
      begun.resolve()
      return measured
    })
    await begun.promise
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    const next = await threads.search('anna', stays, (search) => search.begin(route))
    expect(next).toEqual(searchRoute(route).measured)
  },
  threadMs,
)

test('who has left while waiting is not searched for', async () => {
  let searched = 0
  const work = async () => void (searched += 1)
  await expect(threads.search('anna', AbortSignal.abort(), work)).rejects.toThrow('aborted')
  expect(searched).toBe(0)
})

test('where too many wait, a further one is refused in words that say what to do', async () => {
  const { searchedAtOnce, waitingToBeSearched } = routeCheckServerLimits
  const done = Promise.withResolvers<void>()
  const waiting = Array.from({ length: searchedAtOnce + waitingToBeSearched }, () =>
    threads.search('anna', stays, () => done.promise),
  )
  const refused = threads.search('anna', stays, () => done.promise)
  await expect(refused).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Gerade werden viele Strecken geprüft. Bitte versuchen Sie es in einer Minute noch einmal.',
  })
  done.resolve()
  await Promise.all(waiting)
})

test(
  'a refusal keeps the thread, any other failure ends it; the next route is searched either way',
  async () => {
    for (const failure of [new Problem('VALIDATION_ERROR'), new Error('the database is away')]) {
      const failing = threads.search('anna', stays, async (search) => {
        await search.begin(route)
        throw failure
      })
      await expect(failing).rejects.toBe(failure)
      const { lengthMetres } = await threads.search('anna', stays, (search) => search.begin(route))
      expect(lengthMetres).toBeGreaterThan(50_000)
    }
  },
  threadMs,
)
