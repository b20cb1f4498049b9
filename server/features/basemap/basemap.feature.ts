import type { BasemapArchive } from '#contract/product.ts'
import type { Foundations } from '#server/foundations.ts'
import { openArchive } from './archive.ts'
import { registerBasemapRoutes } from './basemap.routes.ts'

/** @returns what browsers must know of the operator's own base map; null if there is none. */
export async function buildBasemap({
  settings,
  api,
  onClose,
}: Pick<Foundations, 'settings' | 'api' | 'onClose'>): Promise<BasemapArchive | null> {
  const archive = settings.BASEMAP === undefined ? null : await openArchive(settings.BASEMAP)
  if (archive !== null) onClose(() => archive.close())
  registerBasemapRoutes(api, archive)
  return archive === null ? null : archive.info
}
