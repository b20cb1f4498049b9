import type { DeviceDetails } from '#contract/devices/devices.ts'

/** What an owner has said of a device. */
export const spur = {
  deviceName: 'Spur',
  usageType: 'MOTORRAD',
  vehicleBrand: null,
  vehicleModel: null,
  vehiclePlate: null,
  notes: null,
  season: null,
  inspectionDue: null,
} as const satisfies DeviceDetails
