import type { BasemapArchive } from '#contract/product.ts'
import type { Foundations } from '#server/foundations.ts'
import { openArchive } from './archive.ts'
import { registerBasemapRoutes } from './basemap.routes.ts'

/** @returns what browsers must know of the operator's own base map; null if there is none, or no browser asks here. */
export async function buildBasemap({
  settings,
  api,
  onClose,
}: Pick<Foundations, 'settings' | 'api' | 'onClose'>): Promise<BasemapArchive | null> {
  const { BASEMAP: path, ROLES: roles } = settings
  const archive = path === undefined || !roles.includes('api') ? null : await openArchive(path)
  if (archive !== null) onClose(() => archive.close())
  registerBasemapRoutes(api, archive)
  return archive === null ? null : archive.info
}
