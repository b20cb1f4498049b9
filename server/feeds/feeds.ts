import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { osmClosures } from '#server/feeds/osm/osm-closures.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { unfallatlas } from '#server/feeds/unfallatlas.ts'

/** Every source that is asked for its present state. */
export const feeds: readonly Feed[] = [overpass, cap, roadworks, autobahn, osmClosures]

/** Every source the product knows, including the yearly table of accidents. */
export const sources = [...feeds, unfallatlas]

/** Those that the map shows: closed roads are said by the route check alone (decision 61). */
export const mapSources = sources.filter((source) => source !== osmClosures)
