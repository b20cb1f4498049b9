import { account } from '#contract/account.ts'
import { alarms } from '#contract/alarms.ts'
import { auth } from '#contract/auth.ts'
import { contact } from '#contract/contact.ts'
import { deviceRegistration } from '#contract/device-registration.ts'
import { devices } from '#contract/devices.ts'
import { dossiers } from '#contract/dossier.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { events } from '#contract/events.ts'
import { health } from '#contract/health.ts'
import { licences } from '#contract/licences.ts'
import { places } from '#contract/places.ts'
import { poiExchange } from '#contract/poi-exchange.ts'
import { poiReports } from '#contract/poi-reports.ts'
import { pois } from '#contract/pois.ts'
import { product } from '#contract/product.ts'
import { push } from '#contract/push.ts'
import { registration } from '#contract/registration.ts'
import { routeCheck } from '#contract/route-check.ts'
import { settings } from '#contract/settings.ts'
import { tracking } from '#contract/tracking.ts'
import { upload } from '#contract/upload.ts'
import { weather } from '#contract/weather.ts'

/** Every endpoint of the product. The server refuses to start when one of them has no handler. */
export const endpoints: readonly Endpoint[] = allOf([
  registration,
  auth,
  account,
  devices,
  deviceRegistration,
  licences,
  settings,
  tracking,
  alarms,
  events,
  dossiers,
  push,
  pois,
  poiReports,
  places,
  weather,
  routeCheck,
  poiExchange,
  contact,
  upload,
  product,
  health,
])

function allOf(rooms: readonly Record<string, Endpoint>[]): Endpoint[] {
  return rooms.flatMap((room) => Object.values(room))
}
