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
  ownTours: '/own-tours',
  setUp: '/einrichten',
  devices: '/devicesandlicenses',
  people: '/people',
  personInvitation: '/people/invitation',
  deviceOffer: '/device-offer',
  driverNotice: '/driver-notice',
  sticker: '/driver-notice/sticker',
  poiConfiguration: '/poi-configuration',
  profile: '/profile',
  security: '/profile/security',
  myData: '/profile/data',
  messages: '/messages',
  messageWishes: '/messages/wishes',
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

/** On the page of `messageWishes`, after the `#`: push in this browser. */
export const pushPlace = 'push'

/** An address with a query; what is null or empty is left out. */
export function withQuery(path: string, query: Record<string, string | null>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? path : `${path}?${search}`
}
