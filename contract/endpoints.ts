import { accessTokens } from '#contract/access-tokens/access-tokens.ts'
import { accountDeletion } from '#contract/account-deletion/account-deletion.ts'
import { account } from '#contract/account/account.ts'
import { activity } from '#contract/activity/activity.ts'
import { alarms } from '#contract/alarms/alarms.ts'
import { auth } from '#contract/auth/auth.ts'
import { basemap } from '#contract/basemap/basemap.ts'
import { calendar } from '#contract/calendar/calendar.ts'
import { consents } from '#contract/consents/consents.ts'
import { contact } from '#contract/contact.ts'
import { dataExports } from '#contract/data-export/data-export.ts'
import { deviceRegistration } from '#contract/devices/device-registration.ts'
import { devices } from '#contract/devices/devices.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { emergencyContacts } from '#contract/emergency-contacts/emergency-contacts.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { guardZones } from '#contract/guard-zones/guard-zones.ts'
import { health } from '#contract/health.ts'
import { hiddenPois } from '#contract/hidden-pois/hidden-pois.ts'
import { history } from '#contract/history/history.ts'
import { licences } from '#contract/licences/licences.ts'
import { mqtt } from '#contract/mqtt/mqtt.ts'
import { messages } from '#contract/messages/messages.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { passkeys } from '#contract/passkeys/passkeys.ts'
import { people } from '#contract/people/people.ts'
import { phones } from '#contract/phones/phones.ts'
import { places } from '#contract/places/places.ts'
import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { pois } from '#contract/pois/pois.ts'
import { privacy } from '#contract/privacy.ts'
import { ownPlaces } from '#contract/own-places/own-places.ts'
import { privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { savedRoutes } from '#contract/saved-routes/saved-routes.ts'
import { config } from '#contract/config.ts'
import { push } from '#contract/push/push.ts'
import { reminders } from '#contract/reminders/reminders.ts'
import { reception } from '#contract/reception.ts'
import { registration } from '#contract/auth/registration.ts'
import { riding } from '#contract/riding/riding.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { secondFactor } from '#contract/second-factor/second-factor.ts'
import { settings } from '#contract/settings/settings.ts'
import { shares } from '#contract/shares/shares.ts'
import { stepUp } from '#contract/auth/step-up.ts'
import { tracking } from '#contract/tracking/tracking.ts'
import { upload } from '#contract/upload.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { weather } from '#contract/weather.ts'
import { webhooks } from '#contract/webhooks/webhooks.ts'

/** Every endpoint of the product. The server refuses to start if one of them has no handler. */
export const endpoints: readonly Endpoint[] = allOf([
  registration,
  auth,
  stepUp,
  secondFactor,
  account,
  accountDeletion,
  activity,
  messages,
  passkeys,
  accessTokens,
  webhooks,
  mqtt,
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
  people,
  phones,
  vehicles,
  events,
  dossiers,
  guardZones,
  privacy,
  privacyZones,
  ownPlaces,
  savedRoutes,
  ownTours,
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
  config,
  basemap,
  health,
])

function allOf(features: readonly Record<string, Endpoint>[]): Endpoint[] {
  return features.flatMap((feature) => Object.values(feature))
}
