import type { Foundations } from '#server/foundations.ts'
import { registerPlacesRoutes } from './places.routes.ts'
import { createPlacesService } from './places.service.ts'

export function buildPlaces({ api }: Pick<Foundations, 'api'>): void {
  registerPlacesRoutes(api, createPlacesService())
}
