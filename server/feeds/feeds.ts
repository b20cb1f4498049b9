import { autobahn } from '#server/feeds/autobahn.ts'
import { cap } from '#server/feeds/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/overpass.ts'
import { roadworks } from '#server/feeds/roadworks.ts'

/** Every source the product knows. */
export const feeds: readonly Feed[] = [overpass, cap, roadworks, autobahn]
