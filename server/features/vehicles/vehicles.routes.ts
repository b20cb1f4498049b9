import { vehicles } from '#contract/vehicles/vehicles.ts'
import type { Api } from '#server/http/api.ts'
import type { VehiclesService } from './vehicles.service.ts'

export function registerVehiclesRoutes(api: Api, service: VehiclesService): void {
  api.on(vehicles.states, ({ caller }) => service.states(caller.user.id))
}
