/*
 * Bodies of changing calls as a page that is still open sends them to the server of today.
 *
 * - `before`: what the tests of commit 93b8226 send, the version before dates of devices, before calls for help and before
 *   a change could leave anything out. Of the settings, each category has what `deliveredSettings` gave accidents there; ids
 *   of contacts and pictures, which those tests read from answers, are made up. No test there changes unwanted reminders.
 * - `today`: what the app or a test of the version sends that added the line.
 *
 * Lines are only added; none is ever edited.
 */

const id = '00000000-0000-4000-8000-000000000001'
const device = {
  deviceName: 'Reiseenduro',
  usageType: 'MOTORRAD',
  vehicleBrand: 'BMW',
  vehicleModel: 'R 1250 GS',
  vehiclePlate: 'KA-WW 1',
  notes: '',
}
const accidents = {
  enabled: true,
  disabledTypes: [],
  measure: 'metres',
  metres: 1000,
  seconds: 20,
  acoustic: true,
  visual: true,
}
const quietHours = { enabled: true, from: '22:00', to: '06:00' }
const unheeded = { ...quietHours, enabled: false }
const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }
const place = { name: 'Zuhause', latitude: 49.0069, longitude: 8.4037 }
const vehicle = { brand: 'KTM', model: '690 Enduro', colour: 'orange', plate: 'KA-W 12', frameNumber: ' vbk123 ' }
const sighting = { lastSeenPlace: 'Karlsruhe, Kriegsstraße', lastSeenAt: '2026-06-01T20:15:00.000Z' }
const report = { caseReference: '', policeStation: null }
const owner = { ownerName: 'Erika Beispiel', ownerPhone: ' 030 23125-042 ', ownershipProof: 'Rechnung vom 3. Mai 2024' }

/** @param categories names of the categories of warnings. */
export function keptBodies(categories: readonly string[]): readonly [call: string, from: string, body: unknown][] {
  const each = <Value>(value: Value) => Object.fromEntries(categories.map((name) => [name, value]))
  const settings = { categories: each(accidents), quietHours }
  return [
    ['PUT /api/devices/:id', 'before', device],
    ['PUT /api/user/:id/settings', 'before', { settings, version: 0 }],
    ['PUT /api/device-config', 'before', { settings: { ...settings, quietHours: unheeded }, version: 0 }],
    ['PUT /api/devices/led-config', 'before', { led: { brightness: 10, colours: each('#dc2626') }, version: 0 }],
    ['PUT /api/saved-routes/:routeId', 'before', { name: 'Feierabend', departure: null, isWatched: false }],
    ['PUT /api/emergency-contacts/:deviceId', 'before', { waitMinutes: 20, order: [id] }],
    ['PUT /api/user/profile', 'before', { pictureId: id }],
    ['PUT /api/user/profile', 'before', { pictureId: null }],
    ['PUT /api/poi/:id', 'before', { speed: 70 }],
    [
      'PUT /api/dossier/:deviceId/details',
      'before',
      { ...vehicle, ...sighting, ...report, ...owner, withPicture: true },
    ],
    ['PUT /api/guard-zones/:zoneId', 'before', { ...place, radiusMetres: 150, sharpness: 'SHARPER', schedule: night }],
    ['PUT /api/privacy-zones/:zoneId', 'before', { ...place, radiusMetres: 100 }],
    ['PUT /api/passkeys/:id', 'before', { name: ' Schlüssel am Bund ' }],

    ['PUT /api/devices/:id', 'today', { ...device, season: { fromMonth: 3, toMonth: 10 }, inspectionDue: '2027-05' }],
    ['PUT /api/devices/:id', 'today', { deviceName: 'Enduro', usageType: 'AUTO', vehiclePlate: null }],
    [
      'PUT /api/user/:id/settings',
      'today',
      { settings: { categories: { accidents: { metres: 700 } }, quietHours: { to: '05:00' } }, version: 1 },
    ],
    ['PUT /api/device-config', 'today', { settings: { categories: { weather: { visual: false } } }, version: 1 }],
    ['PUT /api/devices/led-config', 'today', { led: { colours: { weather: '#000000' } }, version: 2 }],
    ['PUT /api/saved-routes/:routeId', 'today', { name: 'Runde' }],
    ['PUT /api/saved-routes/:routeId', 'today', { departure: null }],
    ['PUT /api/devices/order', 'today', { deviceIds: [id] }],
    ['PUT /api/reminders', 'today', { unwanted: ['SEASON'] }],
    ['PUT /api/emergency-contacts/:deviceId', 'today', { waitMinutes: 5, callsForHelp: true, order: [id] }],
    ['PUT /api/emergency-contacts/:deviceId', 'today', { waitMinutes: 5 }],
    ['PUT /api/emergency-contacts/:deviceId', 'today', { callsForHelp: false }],
    ['PUT /api/dossier/:deviceId/details', 'today', { colour: 'schwarz', ownerPhone: null }],
    ['PUT /api/guard-zones/:zoneId', 'today', { name: 'Arbeit' }],
    ['PUT /api/guard-zones/:zoneId', 'today', { schedule: null }],
    ['PUT /api/privacy-zones/:zoneId', 'today', { name: 'Daheim' }],
    ['PUT /api/privacy-zones/:zoneId', 'today', { radiusMetres: 500 }],
    ['PUT /api/messages/wishes/:deviceId', 'today', { topic: 'WEATHER', channel: 'PUSH', wanted: false }],
    ['PUT /api/messages/wishes/:deviceId', 'today', { topic: 'THEFT', channel: 'EMAIL', wanted: false }],
    ['PUT /api/messages/quiet-hours', 'today', { quietHours: { from: '22:00', to: '07:00' } }],
    ['PUT /api/messages/quiet-hours', 'today', { quietHours: null }],
    ['PUT /api/messages/digest', 'today', { digestAt: '18:00' }],
    [
      'PUT /api/mqtt',
      'today',
      { host: 'haus.example.org', port: 8883, username: null, password: null, deviceIds: ['d1'] },
    ],
    [
      'PUT /api/webhooks/:id',
      'today',
      { url: 'https://haus.example.org/hook', events: ['battery.low'], places: false, deviceIds: ['d1'] },
    ],
    ['PUT /api/own-places/:zoneId', 'today', { name: 'Werkstatt' }],
    ['PUT /api/own-places/:zoneId', 'today', { weatherLevel: null, watches: [] }],
    ['PUT /api/poi/:id', 'today', { speed: null, direction: 90 }],
  ]
}
