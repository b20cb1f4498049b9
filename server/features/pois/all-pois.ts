import { limits } from '#contract/limits.ts'
import type { Poi } from '#contract/pois.ts'
import type { PoisStore } from './pois.store.ts'

/**
 * Every POI of a world that is shown at `now`, for the map's tiles and the list of all: the one place where all of them
 * are read. They come in pieces, so that neither the database nor the event loop is held for long (design, section 5.10).
 */
export async function* readAllPois(store: PoisStore, now: Date): AsyncGenerator<readonly Poi[], void, void> {
  const pageSize = limits.pois.readTogether
  for (let after = ''; ;) {
    const page = await store.page(after, pageSize, now)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.id
  }
}
