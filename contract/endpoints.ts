import { accountDeletion } from '#contract/account-deletion.ts'
import { account } from '#contract/account.ts'
import { activity } from '#contract/activity.ts'
import { alarms } from '#contract/alarms.ts'
import { auth } from '#contract/auth.ts'
import { basemap } from '#contract/basemap.ts'
import { calendar } from '#contract/calendar.ts'
import { consents } from '#contract/consents.ts'
import { contact } from '#contract/contact.ts'
import { dataExports } from '#contract/data-export.ts'
import { deviceRegistration } from '#contract/device-registration.ts'
import { devices } from '#contract/devices.ts'
import { dossiers } from '#contract/dossier.ts'
import { emergencyContacts } from '#contract/emergency-contacts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { guardZones } from '#contract/guard-zones.ts'
import { health } from '#contract/health.ts'
import { hiddenPois } from '#contract/hidden-pois.ts'
import { history } from '#contract/history.ts'
import { licences } from '#contract/licences.ts'
import { passkeys } from '#contract/passkeys.ts'
import { phones } from '#contract/phones.ts'
import { places } from '#contract/places.ts'
import { poiExchange } from '#contract/poi-exchange.ts'
import { poiReports } from '#contract/poi-reports.ts'
import { pois } from '#contract/pois.ts'
import { privacy } from '#contract/privacy.ts'
import { privacyZones } from '#contract/privacy-zones.ts'
import { savedRoutes } from '#contract/saved-routes.ts'
import { product } from '#contract/product.ts'
import { push } from '#contract/push.ts'
import { reminders } from '#contract/reminders.ts'
import { reception } from '#contract/reception.ts'
import { registration } from '#contract/registration.ts'
import { riding } from '#contract/riding.ts'
import { routeCheck } from '#contract/route-check.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { settings } from '#contract/settings.ts'
import { shares } from '#contract/shares.ts'
import { stepUp } from '#contract/step-up.ts'
import { tracking } from '#contract/tracking.ts'
import { upload } from '#contract/upload.ts'
import { vehicles } from '#contract/vehicles.ts'
import { weather } from '#contract/weather.ts'

/** Every endpoint of the product. The server refuses to start if one of them has no handler. */
export const endpoints: readonly Endpoint[] = allOf([
  registration,
  auth,
  stepUp,
  secondFactor,
  account,
  accountDeletion,
  activity,
  passkeys,
  devices,
  deviceRegistration,
  licences,
  settings,
  consents,
  tracking,
  history,
  reception,
  alarms,
  emergencyContacts,
  phones,
  vehicles,
  events,
  dossiers,
  guardZones,
  privacy,
  privacyZones,
  savedRoutes,
  shares,
  push,
  reminders,
  calendar,
  pois,
  poiReports,
  hiddenPois,
  places,
  weather,
  routeCheck,
  riding,
  poiExchange,
  contact,
  upload,
  dataExports,
  product,
  basemap,
  health,
])

function allOf(features: readonly Record<string, Endpoint>[]): Endpoint[] {
  return features.flatMap((feature) => Object.values(feature))
}
