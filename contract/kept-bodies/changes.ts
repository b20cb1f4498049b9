/*
 * Bodies of changing calls as landed versions of the app have sent them: a page that is still open sends them to the server
 * of today. Lines are only added, with a word for the version that sent them; none is ever edited.
 */

const id = '00000000-0000-4000-8000-000000000001'
const spur = { deviceName: 'Spur', usageType: 'MOTORRAD', vehicleBrand: 'Vespa', vehicleModel: 'GTS 300' }
const categorySettings = {
  enabled: true,
  disabledTypes: [],
  measure: 'metres',
  metres: 500,
  seconds: 20,
  acoustic: true,
  visual: true,
}
const quietHours = { enabled: true, from: '22:00', to: '06:00' }
const zone = { name: 'Zuhause', latitude: 49, longitude: 8, radiusMetres: 200 }
const details = { brand: 'Vespa', model: null, colour: 'rot', plate: null, frameNumber: 'ZAPMA', lastSeenPlace: null }
const report = { lastSeenAt: null, caseReference: null, policeStation: null, ownerName: 'Anna', ownerPhone: null }

/** @param categories names of the categories of warnings. */
export function keptBodies(categories: readonly string[]): readonly [call: string, from: string, body: unknown][] {
  const each = <Value>(value: Value) => Object.fromEntries(categories.map((name) => [name, value]))
  const settings = { categories: each(categorySettings), quietHours }
  return [
    ['PUT /api/devices/:id', 'before dates', { ...spur, vehiclePlate: null, notes: null }],
    [
      'PUT /api/devices/:id',
      'with dates',
      { ...spur, vehiclePlate: 'KA-WW 1', notes: '', season: { fromMonth: 3, toMonth: 10 }, inspectionDue: '2027-05' },
    ],
    ['PUT /api/devices/:id', 'of what is given', { deviceName: 'Spur', usageType: 'AUTO', notes: null }],
    ['PUT /api/user/:id/settings', 'with dates', { settings, version: 0 }],
    ['PUT /api/device-config', 'with dates', { settings, version: 3 }],
    ['PUT /api/devices/led-config', 'with dates', { led: { brightness: 50, colours: each('#3f4fb5') }, version: 3 }],
    ['PUT /api/saved-routes/:routeId', 'with dates', { name: 'Schwarzwald', departure: null, isWatched: false }],
    ['PUT /api/reminders', 'with dates', { unwanted: ['SEASON'] }],
    ['PUT /api/emergency-contacts/:deviceId', 'before calls for help', { waitMinutes: 5, order: [id] }],
    ['PUT /api/emergency-contacts/:deviceId', 'with dates', { waitMinutes: 5, callsForHelp: true, order: [id] }],
    ['PUT /api/user/profile', 'with dates', { pictureId: null }],
    ['PUT /api/poi/:id', 'with dates', { speed: 70, direction: 90 }],
    [
      'PUT /api/dossier/:deviceId/details',
      'with dates',
      { ...details, ...report, ownershipProof: null, withPicture: true },
    ],
    ['PUT /api/guard-zones/:zoneId', 'with dates', { ...zone, sharpness: 'SHARPER', schedule: null }],
    ['PUT /api/privacy-zones/:zoneId', 'with dates', zone],
    ['PUT /api/passkeys/:id', 'with dates', { name: 'Laptop' }],
  ]
}
