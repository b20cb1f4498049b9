/*
 * Answers as browsers have kept them for when there is no connection (`web/api/offline/offline-answers.ts`), and as a server of the version
 * before gives them to a page of today. All data are made up.
 *
 * - `before`: as versions have answered that said less. What says so is optional today.
 * - `today`: as the version answers that added the line.
 *
 * Lines are only added; none is ever edited.
 */

const id = '00000000-0000-4000-8000-000000000001'
const at = '2026-11-21T12:00:00.000Z'
const place = { latitude: 49.0069, longitude: 8.4037 }
const attribution = 'Beispieldaten'
const device = {
  id,
  imei: '356938035643809',
  deviceName: 'Reiseenduro',
  usageType: 'MOTORRAD',
  vehicleBrand: 'BMW',
  vehicleModel: 'R 1250 GS',
  vehiclePlate: 'KA-WW 1',
  notes: null,
  season: { fromMonth: 3, toMonth: 10 },
  inspectionDue: '2027-05',
  isOnline: true,
  hasActiveLicense: true,
  activeLicense: { id, licenseType: 'START', expiresAt: '2027-11-21T12:00:00.000Z' },
  hasPosition: true,
  registeredAt: at,
  lastActiveAt: at,
  battery: { percent: 80, volts: null, at },
  externalPower: { connected: true, at, since: null },
  loss: { reason: 'NO_FIX', at, clockAheadMinutes: null },
  offer: { email: 'erika@example.org', expiresAt: at },
  deviceModel: 'Tracker',
  demo: false,
}
const vehicle = {
  deviceId: id,
  deviceName: 'Reiseenduro',
  usageType: 'MOTORRAD',
  vehiclePlate: null,
  demo: false,
  isOnline: true,
  lastActiveAt: at,
  trackingMode: 'BOTH',
  position: { ...place, recordedAt: at },
  motion: { kind: 'STANDING', since: at, exact: true },
  weatherWarnings: [],
  guard: { kind: 'ARMED' },
  callForHelp: null,
  condition: { kind: 'STANDING' },
  battery: null,
  externalPower: null,
  licenceEndsAt: at,
  season: null,
  inspectionDue: null,
  setup: [{ step: 'TEST_ALARM', done: true }],
}
const tracking = {
  trackingEnabled: true,
  licenceEndedAt: null,
  settings: { trackingMode: 'BOTH', consentGiven: true, consentTimestamp: at },
  consents: [{ purpose: 'theft-alarm', state: 'given', at, version: 1 }],
  renewConsentBy: null,
}
const warning = {
  id: 'storm',
  warningType: 'STURM',
  regionName: 'Karlsruhe',
  ...place,
  validFrom: at,
  validUntil: null,
  warningLevel: 3,
  headline: 'Sturm',
  description: 'Sturmböen',
  instruction: null,
  attribution,
  aboveMetres: null,
  belowMetres: null,
}
const poi = {
  id: 'report:1',
  poiType: 'Obstacle',
  ...place,
  street: null,
  postcode: null,
  city: null,
  speed: null,
  createdAt: at,
  updatedAt: at,
  details: { source: 'reports', attribution, fetchedAt: at },
}
const route = {
  lengthMetres: 1000,
  items: [
    { alongMetres: 10, distanceMetres: 2, side: 'on', direction: 'unknown', because: ['wet'], onlyAt: null, poi },
  ],
  truncated: false,
  warnings: [{ warning, ranges: [{ from: 0, to: 1000 }] }],
  closures: [],
  ride: {
    departure: { at, averageKmh: 60 },
    arrivesAt: at,
    sunrise: at,
    sunset: null,
    dark: [{ from: 0, to: 500 }],
    glare: [],
    leftOut: { items: 0, warnings: 0 },
  },
  sources: [{ source: 'reports', title: 'Meldungen', attribution, lastSuccessAt: at, stale: false }],
}

export const keptAnswers: readonly [path: string, from: string, answer: unknown][] = [
  ['/api/devices', 'before', [device]],
  ['/api/devices', 'today', [{ ...device, hasFix: true }]],
  [
    '/api/devices/status-overview',
    'today',
    { totalDevices: 1, onlineDevices: 1, licensedDevices: 1, devicesWithPosition: 1, maxDevices: 5 },
  ],
  ['/api/vehicle-states', 'before', [vehicle]],
  [
    '/api/vehicle-states',
    'today',
    [{ ...vehicle, placeName: 'Karlsruhe', setup: [{ step: 'TEST_ALARM', done: false, failed: true }] }],
  ],
  ['/api/tracking/settings/:deviceId', 'today', tracking],
  ['/api/tracking/latest/:deviceId', 'before', { position: { ...place, recordedAt: at } }],
  ['/api/tracking/latest/:deviceId', 'today', { position: { ...place, recordedAt: at }, placeName: null }],
  ['/api/tracking/days/:deviceId', 'today', { days: [{ day: '2026-11-21', ridden: true }] }],
  [
    '/api/tracking/history/:deviceId',
    'today',
    { answered: { start: at, end: at }, positions: [{ ...place, recordedAt: at, speed: 50 }], truncated: false },
  ],
  ['/api/route-check', 'today', route],
  ['/api/weather/preferences/current-warnings', 'before', { warnings: [warning], status: 'ok', asOf: null }],
  [
    '/api/weather/preferences/current-warnings',
    'today',
    { warnings: [{ ...warning, advance: true }], status: 'ok', asOf: at },
  ],
]
