import type { BasemapArchive } from '#contract/config.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerBasemapRoutes } from './basemap.routes.ts'

/** @returns what browsers must know of the operator's own base map; null if there is none. */
export function buildBasemap({ archive, api }: Pick<Foundations, 'archive' | 'api'>): BasemapArchive | null {
  registerBasemapRoutes(api, archive)
  return archive === null ? null : archive.info
}
