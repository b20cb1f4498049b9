import { setImmediate as othersTurn } from 'node:timers/promises'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { familyOf, mergePois } from '#domain/pois/same-things.ts'
import { portionsOf } from '#server/platform/portions-of.ts'
import type { PoisStore } from './pois.store.ts'

/**
 * Every POI of a world that is shown at `now`, for the map's tiles and the list of all. All POIs are read nowhere else. They
 * come in pieces, so that neither the database nor the event loop is blocked for long (design, section 5.10). What several
 * sources name comes once; most POIs are named by one source only and pass through.
 */
export async function* readAllPois(store: PoisStore, now: Date): AsyncGenerator<readonly Poi[], void, void> {
  const shared = new Map((await store.sharedFamilies(now)).map((family) => [family, new Array<Poi>()]))
  for await (const page of readPages(store, now)) {
    for (const poi of page) shared.get(familyOf(poi.poiType))?.push(poi)
    yield page.filter(({ poiType }) => !shared.has(familyOf(poiType)))
  }
  for (const pois of shared.values()) {
    await othersTurn()
    yield* portionsOf(mergePois(pois), poisLimits.readTogether)
  }
}

async function* readPages(store: PoisStore, now: Date): AsyncGenerator<readonly Poi[], void, void> {
  const pageSize = poisLimits.readTogether
  for (let after = ''; ;) {
    const page = await store.page(after, pageSize, now)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.id
  }
}
