import type { BasemapArchive } from '#contract/product.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerProductRoutes } from './product.routes.ts'

/** @param features.archive the operator's own base map. */
export function buildProduct(
  { settings, clock, api }: Pick<Foundations, 'settings' | 'clock' | 'api'>,
  { archive }: { archive: BasemapArchive | null },
): void {
  registerProductRoutes(api, { settings, clock, archive })
}
