import type { Clock } from '#server/clock.ts'
import type { PoisStore } from './pois.store.ts'
import { PreparedJson } from '#server/http/api.ts'

interface Prepared {
  json: PreparedJson
  version: string
  /** When the first of the POIs in it expires. */
  until: Date | null
}

/** Read in pieces, so that neither the database nor the event loop is held for long (design, section 5.10). */
const pageSize = 1000
/** An import that ends while the pages are read makes them a mixture, which is read anew. */
const attempts = 3

/** The answer to "all POIs", made once for all who ask until a POI changes or expires. */
export function createPreparedPois({ store, clock }: { store: PoisStore; clock: Clock }) {
  let kept: Prepared | null = null
  let inTheMaking: Promise<Prepared> | null = null

  async function prepare(): Promise<Prepared> {
    for (let attempt = 1; ; attempt += 1) {
      const version = await store.version()
      const now = clock.now()
      const until = await store.nextExpiry(now)
      const json = await allPois(store, now)
      if (attempt === attempts || version === (await store.version())) return { json, version, until }
    }
  }

  return {
    async current(): Promise<PreparedJson> {
      const version = await store.version()
      const isCurrent = kept?.version === version && (kept.until === null || kept.until > clock.now())
      if (kept !== null && isCurrent) return kept.json
      inTheMaking ??= prepare().finally(() => {
        inTheMaking = null
      })
      kept = await inTheMaking
      return kept.json
    },
  }
}

async function allPois(store: PoisStore, now: Date): Promise<PreparedJson> {
  const pieces: string[] = []
  for (let after = ''; ;) {
    const page = await store.page(after, pageSize, now)
    pieces.push(...page.map((poi) => JSON.stringify(poi)))
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return new PreparedJson(`[${pieces.join(',')}]`)
    after = last.id
  }
}
