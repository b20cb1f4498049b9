/** What a user said of a device. */
export const roller = {
  deviceName: 'Roller',
  usageType: 'MOTORRAD',
  vehicleBrand: 'Vespa',
  vehicleModel: 'GTS 300',
  vehiclePlate: 'KA-WW 1',
  notes: null,
  season: null,
  inspectionDue: null,
} as const
