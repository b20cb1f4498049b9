import type { Foundations } from '#server/foundations.ts'
import { registerPlacesRoutes } from './places.routes.ts'
import { createPlacesService } from './places.service.ts'

export function buildPlaces({ placeNames, api }: Pick<Foundations, 'placeNames' | 'api'>): void {
  registerPlacesRoutes(api, createPlacesService(), placeNames)
}
