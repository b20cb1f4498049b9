import { spur } from '#domain/testing/device-details.ts'

/** What a user said of a device. */
export const roller = {
  ...spur,
  deviceName: 'Roller',
  vehicleBrand: 'Vespa',
  vehicleModel: 'GTS 300',
  vehiclePlate: 'KA-WW 1',
} as const
