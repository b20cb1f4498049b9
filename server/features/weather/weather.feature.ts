import type { World } from '#domain/demo/demo.ts'
import { inEachWorld } from '#server/platform/each-world.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerWeatherRoutes } from './weather.routes.ts'
import { createWeatherStore, type WeatherStore } from './weather.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'log' | 'api'>

export function buildWeather({ database, clock, log, api }: Needs): { stores: Record<World, WeatherStore> } {
  const stores = inEachWorld((world) => createWeatherStore(database, world))
  registerWeatherRoutes(api, { stores, clock, log })
  return { stores }
}
