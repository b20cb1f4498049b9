import { cap } from '#server/feeds/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/overpass.ts'

/** Every source the product knows. */
export const feeds: readonly Feed[] = [overpass, cap]
