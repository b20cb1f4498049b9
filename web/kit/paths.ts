/** The addresses of the screens that others lead to. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  emailVerification: '/email-verification',
  imeiVerification: '/imei-verification',
  passwordReset: '/password-reset',
  secureAccount: '/secure-account',
  accountDeletion: '/account-deletion',
  keepAccount: '/keep-account',
  dashboard: '/dashboard',
  pois: '/pois',
  ride: '/ride',
  routeCheck: '/route-check',
  poiExchange: '/poi-exchange',
  tracking: '/tracking',
  trip: '/tracking/trip',
  setUp: '/einrichten',
  devices: '/devicesandlicenses',
  deviceOffer: '/device-offer',
  poiConfiguration: '/poi-configuration',
  profile: '/profile',
  security: '/profile/security',
  myData: '/profile/data',
  support: '/support',
  contact: '/contact',
  terms: '/agb',
  imprint: '/impressum',
  privacy: '/datenschutz',
  accessibility: '/barrierefreiheit',
  styleGuide: '/style-guide',
  lotseStyleGuide: '/style-guide-lotse',
  dossier: '/dossier',
  theftCase: '/fall/:device',
  ownRide: '/own-ride',
  dataExport: '/data-export',
  linkedAlarm: '/alarm',
  emergencyContact: '/emergency-contact',
  notFound: '/404',
} as const

/** What there is to do about a vehicle that its owner misses. */
export function addressOfCase(deviceId: string): string {
  return paths.theftCase.replace(':device', () => encodeURIComponent(deviceId))
}

/** Leads to the dossier on the tracking screen, which then stands above the alarm. */
export const dossierHash = '#anzeige-mappe'

/** Where a device stands on the screen of all devices. */
export function deviceCardId(deviceId: string): string {
  return `device-${deviceId}`
}

export function addressOfDevice(deviceId: string): string {
  return `${paths.devices}#${deviceCardId(deviceId)}`
}

/** An address with a query; what is null or empty is left out. */
export function withQuery(path: string, query: Record<string, string | null>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? path : `${path}?${search}`
}
