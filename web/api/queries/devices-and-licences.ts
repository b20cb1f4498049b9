import { devices } from '#contract/devices/devices.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { licences } from '#contract/licences/licences.ts'

/** What has to be fetched again once a device or a licence was changed, because each shows the other. */
export const devicesAndLicences = [
  devices.list,
  devices.statusOverview,
  licences.list,
  licences.available,
  licences.overview,
  vehicles.states,
]
