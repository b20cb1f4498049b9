import { devices } from '#contract/devices.ts'
import { licences } from '#contract/licences.ts'

/** What has to be asked anew once a device or a licence was changed: each shows the other. */
export const devicesAndLicences = [devices.list, devices.statusOverview, licences.list, licences.overview]
