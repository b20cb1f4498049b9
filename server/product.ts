import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pace } from '#server/platform/clock.ts'
import { type Shutdown, createShutdown, stopPatienceMs } from '#server/platform/shutdown.ts'
import type { Settings } from '#server/config.ts'
import { type Opening, openForProduct } from '#server/db/connection/opening.ts'
import { warmUpPostgis } from '#server/db/connection/warm-up.ts'
import { answerTheRest, openToBrowsers, openToMailServers, openToTrackers, tellOtherProcesses } from '#server/ports.ts'
import { buildAccessTokens } from '#server/features/access-tokens/access-tokens.feature.ts'
import { buildAccountDeletion } from '#server/features/account-deletion/account-deletion.feature.ts'
import { buildAccount } from '#server/features/account/account.feature.ts'
import { buildActivity } from '#server/features/activity/activity.feature.ts'
import { buildAlarms } from '#server/features/alarms/alarms.feature.ts'
import { buildAuth } from '#server/features/auth/auth.feature.ts'
import { buildBasemap } from '#server/features/basemap/basemap.feature.ts'
import { buildCalendar } from '#server/features/calendar/calendar.feature.ts'
import { buildConsents } from '#server/features/consents/consents.feature.ts'
import { buildContact } from '#server/features/contact/contact.feature.ts'
import { buildDataExport } from '#server/features/data-export/data-export.feature.ts'
import { buildDemo } from '#server/features/demo/demo.feature.ts'
import { buildDevices } from '#server/features/devices/devices.feature.ts'
import { buildDossier } from '#server/features/dossier/dossier.feature.ts'
import { buildEmergencyContacts } from '#server/features/emergency-contacts/emergency-contacts.feature.ts'
import { buildEvents } from '#server/features/events/events.feature.ts'
import { buildHealth } from '#server/features/health/health.feature.ts'
import { buildHistory } from '#server/features/history/history.feature.ts'
import { buildMetrics } from '#server/features/metrics/metrics.feature.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { newLicenceKey } from '#server/features/licences/licence-key.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { buildLicences } from '#server/features/licences/licences.feature.ts'
import { buildMessages } from '#server/features/messages/messages.feature.ts'
import { buildPasskeyCheck, buildPasskeys } from '#server/features/passkeys/passkeys.feature.ts'
import { buildPeople } from '#server/features/people/people.feature.ts'
import { buildPhones } from '#server/features/phones/phones.feature.ts'
import { buildPlaces } from '#server/features/places/places.feature.ts'
import { buildHiddenPois } from '#server/features/hidden-pois/hidden-pois.feature.ts'
import { buildPoiExchange } from '#server/features/poi-exchange/poi-exchange.feature.ts'
import { buildPoiReports } from '#server/features/poi-reports/poi-reports.feature.ts'
import { reportedPois } from '#server/features/pois/reported-pois.ts'
import { buildPois, createPoisStores } from '#server/features/pois/pois.feature.ts'
import { buildGuardZones } from '#server/features/guard-zones/guard-zones.feature.ts'
import { buildPrivacy } from '#server/features/privacy/privacy.feature.ts'
import { buildOwnPlaces } from '#server/features/own-places/own-places.feature.ts'
import { buildPrivacyZones } from '#server/features/privacy-zones/privacy-zones.feature.ts'
import { buildConfig } from '#server/features/config/config.feature.ts'
import { buildPush } from '#server/features/push/push.feature.ts'
import { buildReception } from '#server/features/reception/reception.feature.ts'
import { buildReminders } from '#server/features/reminders/reminders.feature.ts'
import { buildRetention } from '#server/features/retention/retention.feature.ts'
import { buildRiding } from '#server/features/riding/riding.feature.ts'
import { buildOwnTours } from '#server/features/own-tours/own-tours.feature.ts'
import { buildSavedRoutes } from '#server/features/saved-routes/saved-routes.feature.ts'
import { buildRouteCheck } from '#server/features/route-check/route-check.feature.ts'
import { buildSecondFactor, buildSecondFactorCheck } from '#server/features/second-factor/second-factor.feature.ts'
import { buildSettings } from '#server/features/settings/settings.feature.ts'
import { buildShares } from '#server/features/shares/shares.feature.ts'
import { buildTracking } from '#server/features/tracking/tracking.feature.ts'
import { buildUpload } from '#server/features/upload/upload.feature.ts'
import { buildVehicles } from '#server/features/vehicles/vehicles.feature.ts'
import { buildWeather } from '#server/features/weather/weather.feature.ts'
import { buildMqtt } from '#server/features/mqtt/mqtt.feature.ts'
import { buildWebhooks } from '#server/features/webhooks/webhooks.feature.ts'
import { layFoundations } from '#server/foundations.ts'
import { hooks } from '#server/hooks.ts'
import type { Authenticate } from '#server/http/caller.ts'
import type { FindDevice } from '#server/http/ownership.ts'
import { buildOpenData } from '#server/open-data.ts'
import type { Reach } from '#server/platform/outgoing/internet-address.ts'
import { errorFields } from '#server/platform/error-fields.ts'

/** A product that runs. */
export interface Product {
  /** Where the web app answers. */
  url: string
  /** Fulfilled with the reason when the product cannot go on and has to be closed. */
  broken: Promise<string>
  /** Closes every part, even if others fail to close. */
  close(): Promise<void>
}

interface Tried {
  reach?: Reach
  pace?: Pace | null
}

/**
 * The only place that builds and connects everything. Closes what it opened when a later part fails.
 * @param opening the database, which may be opening already.
 * @param tried only where the product itself is tried: tests have a push service of their own on loopback (`reach`), and
 * nights pass faster (`pace`, docs/decisions/0074-a-clock-that-runs-fast.md).
 */
export async function startProduct(
  settings: Settings,
  log: Logger,
  opening = openForProduct(settings, log),
  tried: Tried = {},
): Promise<Product> {
  const shutdown = createShutdown(log)
  try {
    const url = await build(settings, log, opening, tried, shutdown)
    return { url, broken: opening.broken, close: shutdown.closeAll }
  } catch (error) {
    await shutdown.closeAll()
    throw error
  }
}

async function build(
  settings: Settings,
  log: Logger,
  { connection }: Opening,
  { reach = 'internet', pace = null }: Tried,
  { onStop, onClose }: Shutdown,
): Promise<string> {
  // Foundations. They ask features who calls and who owns a device; the features exist before the first call.
  const authenticate: Authenticate = {
    session: (token) => auth.session(token),
    device: (secret) => devices.service.identify(secret),
    recipient: (token) => shares.service.recipient(token),
    program: (token) => accessTokens.program(token),
  }
  const findDevice: FindDevice = {
    byId: (id) => devices.owners.byId(id),
    byImei: (imei) => devices.owners.byImei(imei),
    withRole: (id, userId) => devices.owners.withRole(id, userId),
  }
  const foundations = await layFoundations({
    settings,
    log,
    connection,
    pace,
    authenticate,
    findDevice,
    onStop,
    onClose,
  })

  // Features, each after those it needs.
  const push = await buildPush(foundations, { reach })
  const messages = buildMessages(foundations, { push })
  const devices = buildDevices(foundations, { hooks, messages, newLicenceKey, startLicence, finishAccount })
  const secondFactor = buildSecondFactorCheck(foundations, { hooks })
  const passkeys = buildPasskeyCheck(foundations)
  const auth = buildAuth(foundations, { hooks, registry: devices.service, secondFactor, passkeys, messages })
  buildSecondFactor(foundations, { hooks, ...auth })
  buildAccount(foundations, { hooks, ...auth, secondFactor, messages })
  buildActivity(foundations)
  buildPasskeys(foundations, { check: passkeys, auth })
  const accessTokens = buildAccessTokens(foundations, auth)
  buildWebhooks(foundations, { messages, links: auth.links, reach })
  buildSettings(foundations)
  buildConsents(foundations)
  buildCalendar(foundations)
  buildLicences(foundations, { devices, messages })
  const emergencyContacts = buildEmergencyContacts(foundations)
  const people = buildPeople(foundations, { messages })
  buildPhones(foundations, { contacts: emergencyContacts.store })
  const alarms = buildAlarms(foundations, { hooks, messages, emergencyContacts, accountLinks: auth.links })
  buildGuardZones(foundations)
  buildOwnPlaces(foundations, { messages })
  const privacyZones = buildPrivacyZones(foundations)
  const history = buildHistory(foundations, { hooks, alarms, privacyZones, people })
  buildAccountDeletion(foundations, { hooks, ...auth, history, messages })
  buildTracking(foundations, { devices, history })
  buildMqtt(foundations, { devices, history, links: auth.links, reach })
  const reception = buildReception(foundations, { alarms })
  const shares = buildShares(foundations, { devices, privacyZones })
  const events = buildEvents(foundations)
  const openData = buildOpenData(foundations)
  const poisStores = createPoisStores(foundations.database)
  const reports = buildPoiReports(foundations, { stores: poisStores, reportedPois })
  const hidden = buildHiddenPois(foundations, { pois: poisStores.real })
  const pois = buildPois(foundations, { stores: poisStores, reports, hidden, events, feeds: openData.feeds })
  const weather = buildWeather(foundations)
  const vehicles = buildVehicles(foundations, { devices, alarms, history, weather })
  buildReminders(foundations, { messages, vehicles })
  buildDossier(foundations, { devices, history, alarms, vehicles })
  buildPlaces(foundations)
  const routeCheck = buildRouteCheck(foundations, { pois: poisStores, weather, feeds: openData.feeds, hidden, reports })
  buildSavedRoutes(foundations, { routeCheck: routeCheck.real, messages })
  buildOwnTours(foundations, { privacyZones })
  const riding = buildRiding(foundations, {
    pois: poisStores,
    weather: weather.stores,
    hidden,
    reports,
    hotspots: openData.hotspots.service,
  })
  buildPoiExchange(foundations)
  buildContact(foundations)
  buildUpload(foundations)
  buildDataExport(foundations, { history, privacyZones, messages })
  buildPrivacy(foundations)
  buildRetention(foundations)
  const config = buildConfig(foundations, { archive: buildBasemap(foundations) })
  const health = buildHealth(foundations, { reception, events, messages, feeds: openData.feeds, riding })
  buildMetrics(foundations, { health })
  const demo = buildDemo(foundations, { hooks })
  await answerTheRest(foundations)

  // Work that begins before the first call.
  openData.importRegularly(foundations)
  const isApiHere = settings.ROLES.includes('api')
  const isDemoOld = isApiHere && (await demo.prepare())
  if (isApiHere) {
    events.watch()
    await config.watch()
  }
  await foundations.jobs.start()
  onStop(async () => {
    const stopped = foundations.jobs.stop()
    foundations.mailer.stop()
    await stopped
  })

  // What others connect to.
  await openToTrackers(foundations, reception)
  await openToMailServers(foundations, alarms.noteReport)
  const url = await openToBrowsers(foundations.app, settings)
  await tellOtherProcesses(foundations, url)
  if (!isApiHere) return url

  // The start does not wait for this; calls that ask for POIs meanwhile do.
  pois.watch()
  const afterwards = async () => {
    await warmUpPostgis(foundations.database)
    if (isDemoOld) await demo.renew()
  }
  if (settings.DEMO) onClose(demo.watch(() => events.isWatched('demo'), log))
  const done = afterwards().catch((error: unknown) =>
    log.error(errorFields(error), 'what follows the start was not done'),
  )
  // What it has not done by then, the next start does.
  onStop(() => Promise.race([done, sleep(stopPatienceMs, undefined, { ref: false })]))
  return url
}
