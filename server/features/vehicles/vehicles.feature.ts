import type { World } from '#domain/demo/demo.ts'
import type { AlarmsStore } from '#server/features/alarms/alarms.store.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerVehiclesRoutes } from './vehicles.routes.ts'
import { createVehiclesService, type VehiclesService } from './vehicles.service.ts'
import { createVehiclesStore } from './vehicles.store.ts'

export interface VehiclesFeature {
  condition: VehiclesService['condition']
  parked: VehiclesService['parked']
}

interface Others {
  devices: { store: Pick<DevicesStore, 'list'> }
  alarms: { store: Pick<AlarmsStore, 'guardsOf'> }
  history: { positions: Pick<PositionsStore, 'count'> }
  weather: { stores: Record<World, Pick<WeatherStore, 'idsAt'>> }
}

export function buildVehicles(
  { database, clock, placeNames, api }: Pick<Foundations, 'database' | 'clock' | 'placeNames' | 'api'>,
  { devices, alarms, history, weather }: Others,
): VehiclesFeature {
  const store = createVehiclesStore(database)
  const service = createVehiclesService({
    store,
    devices: devices.store,
    alarms: alarms.store,
    positions: history.positions,
    weather: weather.stores,
    placeNames,
    clock,
  })
  registerVehiclesRoutes(api, service)
  return {
    condition: (userId, deviceId) => service.condition(userId, deviceId),
    parked: (deviceIds) => service.parked(deviceIds),
  }
}
