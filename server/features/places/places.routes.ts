import { latitude, longitude, type Place } from '#contract/base/place.ts'
import { places } from '#contract/places/places.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import type { PlacesService } from './places.service.ts'

export function registerPlacesRoutes(api: Api, service: PlacesService, { namesOf }: Pick<PlaceNames, 'namesOf'>): void {
  api.on(places.find, ({ query }) => service.find(query.query, readNear(query.near)))
  api.on(places.names, async ({ body }) => ({ names: await namesOf(body.places) }))
}

function readNear(near: string | undefined): Place | null {
  if (near === undefined) return null
  const [north, east] = near.split(',').map(Number)
  const place = { latitude: latitude.safeParse(north), longitude: longitude.safeParse(east) }
  if (place.latitude.success && place.longitude.success) {
    return { latitude: place.latitude.data, longitude: place.longitude.data }
  }
  throw new Problem('VALIDATION_ERROR', {
    fields: { near: 'In near liegt die Breite zwischen -90 und 90, die Länge zwischen -180 und 180 Grad.' },
  })
}
