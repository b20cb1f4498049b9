import type { World } from '#domain/demo/demo.ts'
import { perWorld } from '#server/platform/per-world.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerWeatherRoutes } from './weather.routes.ts'
import { createWeatherStore, type WeatherStore } from './weather.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'log' | 'api'>

export function buildWeather({ database, clock, log, api }: Needs): { stores: Record<World, WeatherStore> } {
  const stores = perWorld((world) => createWeatherStore(database, world))
  registerWeatherRoutes(api, { stores, clock, log })
  return { stores }
}
