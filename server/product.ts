import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { endpoints } from '#contract/endpoints.ts'
import { serverLimits } from '#contract/server-limits.ts'
import { demoEmail, type World } from '#domain/demo.ts'
import { retainedSince } from '#domain/tracking.ts'
import { clockFrom } from '#server/clock.ts'
import { ConfigProblem, type Settings } from '#server/config.ts'
import { createAttempts } from '#server/db/attempts.ts'
import { type Opening, openForProduct } from '#server/db/opening.ts'
import { createPulse, silentAfterMs } from '#server/db/pulse.ts'
import { withTimeLimit } from '#server/db/time-limit.ts'
import { registerAccountJobs } from '#server/features/account/account.jobs.ts'
import { registerAccountRoutes } from '#server/features/account/account.routes.ts'
import { createAccountService } from '#server/features/account/account.service.ts'
import { createAccountStore } from '#server/features/account/account.store.ts'
import { createAlarmLettersStore } from '#server/features/alarms/alarm-letters.store.ts'
import { createAlarmPushesStore } from '#server/features/alarms/alarm-pushes.store.ts'
import { createAlarmWatch } from '#server/features/alarms/alarm-watch.ts'
import { createTellOfAlarms, registerAlarmsJobs } from '#server/features/alarms/alarms.jobs.ts'
import { registerAlarmsRoutes } from '#server/features/alarms/alarms.routes.ts'
import { createAlarmsService } from '#server/features/alarms/alarms.service.ts'
import { type AlarmsStore, createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createSilenceStore } from '#server/features/alarms/silence.store.ts'
import { createUntoldStore } from '#server/features/alarms/untold.store.ts'
import { passwordChangedMail, registerAuthJobs } from '#server/features/auth/auth.jobs.ts'
import { registerAuthRoutes } from '#server/features/auth/auth.routes.ts'
import { createAuthService } from '#server/features/auth/auth.service.ts'
import { createAuthStore } from '#server/features/auth/auth.store.ts'
import { createCredentialsStore } from '#server/features/auth/credentials.store.ts'
import { createSignInLimits } from '#server/features/auth/sign-in-limits.ts'
import { createMailedLinks } from '#server/features/auth/mailed-links.ts'
import { registerContactRoutes } from '#server/features/contact/contact.routes.ts'
import { createDemoStore } from '#server/features/demo/demo.store.ts'
import { deviceAddedMail, registerDevicesJobs } from '#server/features/devices/devices.jobs.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { registerDevicesRoutes } from '#server/features/devices/devices.routes.ts'
import { createDevicesService } from '#server/features/devices/devices.service.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { registerEventsRoutes } from '#server/features/events/events.routes.ts'
import { createEventsService } from '#server/features/events/events.service.ts'
import { watchLiveEvents } from '#server/features/events/live-events.store.ts'
import { createDossierFiles } from '#server/features/dossier/dossier-files.ts'
import { createDossierLinksService } from '#server/features/dossier/dossier-links.service.ts'
import { dossierLinkMail, registerDossierJobs } from '#server/features/dossier/dossier.jobs.ts'
import { registerDossierRoutes } from '#server/features/dossier/dossier.routes.ts'
import { createDossierService } from '#server/features/dossier/dossier.service.ts'
import { createDossierLinksStore, createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { createPrintDossier } from '#server/features/dossier/print-dossier.ts'
import { createDownload } from '#server/features/feeds/download.ts'
import { freshnessOf } from '#server/features/feeds/feed-freshness.ts'
import { healthOf } from '#server/features/feeds/feed-health.ts'
import { registerFeedsJobs } from '#server/features/feeds/feeds.jobs.ts'
import { createFeedsService } from '#server/features/feeds/feeds.service.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createAccidentsStore } from '#server/features/hotspots/accidents.store.ts'
import { createFetchTable } from '#server/features/hotspots/fetch-table.ts'
import { registerHealthRoutes } from '#server/features/health/health.routes.ts'
import { registerHotspotsJobs } from '#server/features/hotspots/hotspots.jobs.ts'
import { createHotspotsService } from '#server/features/hotspots/hotspots.service.ts'
import { newLicenceKey } from '#server/features/licences/licence-key.ts'
import { registerLicencesRoutes } from '#server/features/licences/licences.routes.ts'
import { createLicencesService } from '#server/features/licences/licences.service.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { registerPlacesRoutes } from '#server/features/places/places.routes.ts'
import { createPlacesService } from '#server/features/places/places.service.ts'
import { watchPoiChanges } from '#server/features/pois/poi-changes.store.ts'
import { createPoiPublication } from '#server/features/pois/poi-publication.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createOwnPoiTiles } from '#server/features/poi-exchange/own-poi-tiles.ts'
import { createOwnPoisService } from '#server/features/poi-exchange/own-pois.service.ts'
import { createOwnPoisStore } from '#server/features/poi-exchange/own-pois.store.ts'
import { createPoiExportService } from '#server/features/poi-exchange/poi-export.service.ts'
import { createPoiExportStore } from '#server/features/poi-exchange/poi-export.store.ts'
import { registerPoiExchangeRoutes } from '#server/features/poi-exchange/poi-exchange.routes.ts'
import { registerPoiReportsRoutes } from '#server/features/pois/poi-reports.routes.ts'
import { createPoiReportsService } from '#server/features/pois/poi-reports.service.ts'
import { createPoiReportsStore } from '#server/features/pois/poi-reports.store.ts'
import { registerPoisRoutes } from '#server/features/pois/pois.routes.ts'
import { createPoisService } from '#server/features/pois/pois.service.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { registerProductRoutes } from '#server/features/product/product.routes.ts'
import { registerPushRoutes } from '#server/features/push/push.routes.ts'
import { createPushService } from '#server/features/push/push.service.ts'
import { createPushStore } from '#server/features/push/push.store.ts'
import { registerRouteCheckRoutes } from '#server/features/route-check/route-check.routes.ts'
import { createRouteCheckService } from '#server/features/route-check/route-check.service.ts'
import { createRouteCheckStore } from '#server/features/route-check/route-check.store.ts'
import { registerSettingsRoutes } from '#server/features/settings/settings.routes.ts'
import { createSettingsService } from '#server/features/settings/settings.service.ts'
import { createSettingsStore } from '#server/features/settings/settings.store.ts'
import { createOwnClock } from '#server/features/tracking/own-clock.ts'
import { createPositionsStore, type PositionsStore } from '#server/features/tracking/positions.store.ts'
import { createReceptionService } from '#server/features/tracking/reception.service.ts'
import { createReceptionStore, keepPositions } from '#server/features/tracking/reception.store.ts'
import { createLicenceEndStore } from '#server/features/tracking/licence-end.store.ts'
import { registerTrackingJobs } from '#server/features/tracking/tracking.jobs.ts'
import { registerTrackingRoutes } from '#server/features/tracking/tracking.routes.ts'
import { createTrackingService } from '#server/features/tracking/tracking.service.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { registerUploadJobs } from '#server/features/upload/upload.jobs.ts'
import { registerUploadRoutes } from '#server/features/upload/upload.routes.ts'
import { createUploadStore } from '#server/features/upload/upload.store.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { registerWeatherRoutes } from '#server/features/weather/weather.routes.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import { feeds, sources } from '#server/feeds/feeds.ts'
import { createApi } from '#server/http/api.ts'
import { createCallLimits } from '#server/http/call-limits.ts'
import { registerDevMail } from '#server/http/dev-mail.ts'
import { registerDocumentation } from '#server/http/documentation.ts'
import { createHttpServer } from '#server/http/server.ts'
import { registerNotFound, registerStaticFiles } from '#server/http/static-files.ts'
import { randomId } from '#server/ids.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createMailbox, createSmtpMailer } from '#server/mail/mailer.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import { gatewayPorts } from '#server/protocols/gateway.ts'
import { subscribeOwntracks } from '#server/protocols/owntracks-mqtt.ts'
import type { PushReach } from '#server/push/push-address.ts'
import { createPusher } from '#server/push/pusher.ts'
import { newVapidKeys } from '#server/push/vapid.ts'
import { traceOf } from '#server/trace.ts'

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

/** A product that runs. */
export interface Product {
  /** Where the web app answers. */
  url: string
  /** Fulfilled with the reason when it cannot go on, and has to be closed. */
  broken: Promise<string>
  /** Closes every part, whatever becomes of the others. */
  close(): Promise<void>
}

/**
 * The only place that builds and connects everything. Closes what it opened when a later part fails.
 * @param opening the database, which may have been begun to be opened before.
 * @param reach where push services may be; tests have one of their own on loopback.
 */
export async function startProduct(
  settings: Settings,
  log: Logger,
  opening = openForProduct(settings, log),
  reach: PushReach = 'internet',
): Promise<Product> {
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closePart of opened.splice(0).toReversed()) {
      await closePart().catch((error: unknown) => {
        const { name, stack } = error instanceof Error ? error : new Error(String(error))
        log.error({ error: name, stack }, 'a part of the product did not close')
      })
    }
  }
  /** What nobody waits for after a start; without it the product works all the same. */
  const afterwards = (work: () => Promise<unknown>) => {
    const done = work().catch((error: unknown) => log.error(traceOf(error), 'what follows the start was not done'))
    opened.push(() => done)
  }
  try {
    const url = await build(settings, log, reach, opening, opened, afterwards)
    return { url, broken: opening.broken, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  settings: Settings,
  log: Logger,
  reach: PushReach,
  opening: Opening,
  opened: (() => Promise<unknown>)[],
  afterwards: (work: () => Promise<unknown>) => void,
): Promise<string> {
  const clock = clockFrom(settings.CLOCK)
  const connection = await opening.connection
  opened.push(() => connection.close())
  const { database, pool } = connection

  const mailer =
    settings.SMTP_URL === undefined
      ? createMailbox(() => clock.now())
      : createSmtpMailer({
          url: settings.SMTP_URL,
          from: settings.MAIL_FROM,
          bounces: settings.MAIL_BOUNCES,
          host: new URL(settings.PUBLIC_URL).hostname,
        })
  opened.push(async () => mailer.close())

  const pushStore = createPushStore(database)
  const pusher = createPusher({
    keys: await pushStore.keys(newVapidKeys),
    subject: settings.PUBLIC_URL.startsWith('https:') ? settings.PUBLIC_URL : `mailto:${settings.SUPPORT_MAIL}`,
    clock,
    reach,
  })

  const workHere = settings.ROLES.includes('jobs')
  const jobs = createJobs({ pool, embedded: settings.DATABASE_URL === undefined, workHere, log })
  const attempts = createAttempts(database, clock)

  const devicesStore = createDevicesStore(database)
  const deviceOffers = createDeviceOffersStore(database)
  const devicesService = createDevicesService({
    store: devicesStore,
    offers: deviceOffers,
    attempts,
    clock,
    jobs,
    newLicenceKey,
    maxDevices: settings.MAX_DEVICES,
    onAdded: (deviceId) => jobs.send(deviceAddedMail, { deviceId }),
  })
  const authStore = createAuthStore(database)
  const credentials = createCredentialsStore(database)
  const authService = createAuthService({
    store: authStore,
    credentials,
    attempts,
    clock,
    jobs,
    registry: devicesService,
    signInLimits: createSignInLimits({ store: authStore, attempts, clock }),
  })
  const accountService = createAccountService({
    store: createAccountStore(database),
    credentials,
    attempts,
    clock,
    jobs,
    onPasswordChanged: (email) => jobs.send(passwordChangedMail, { email }),
  })
  const licencesService = createLicencesService({ store: createLicencesStore(database), clock })
  const settingsService = createSettingsService({ store: createSettingsStore(database), clock })
  const tellOfAlarms = createTellOfAlarms(jobs, log)
  const alarmsStore = createAlarmsStore(database)
  const alarmsService = createAlarmsService({
    store: alarmsStore,
    clock,
    newId: randomId,
    tell: tellOfAlarms,
  })
  const alarmLetters = createAlarmLettersStore(database)
  registerAlarmsJobs(jobs, {
    alarms: alarmsStore,
    letters: alarmLetters,
    pushes: createAlarmPushesStore(database),
    silence: createSilenceStore(database),
    untold: createUntoldStore(database),
    mailer,
    pusher,
    clock,
    newId: randomId,
    tell: tellOfAlarms,
    publicUrl: settings.PUBLIC_URL,
    log,
  })
  const watch = createAlarmWatch(randomId, tellOfAlarms)
  const forReports = withTimeLimit(connection, serverLimits.gateway.batchTimeoutMs)
  const ownClock = createOwnClock({ clock, databaseTells: settings.CLOCK === undefined, log })
  const trackerReports = createReceptionService({ store: createReceptionStore(forReports, watch), log, ownClock })
  const positionsStore = createPositionsStore(database)
  const trackingService = createTrackingService({
    store: createTrackingStore(database),
    positions: withPlacesOfAlarms(positionsStore, alarmsStore),
    receive: trackerReports.receive,
    clock,
  })
  registerTrackingJobs(jobs, {
    positions: positionsStore,
    licenceEnds: createLicenceEndStore(database),
    mailer,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
  const dossierStore = createDossierStore(database)
  const dossierLinksStore = createDossierLinksStore(database)
  const dossierFiles = createDossierFiles({
    store: dossierStore,
    positions: positionsStore,
    print: createPrintDossier(),
    clock,
  })
  const dossierService = createDossierService({
    store: dossierStore,
    links: dossierLinksStore,
    alarmsOf: (deviceId) => alarmsStore.latest(deviceId, retainedSince(clock.now())),
    positions: positionsStore,
    files: dossierFiles,
    clock,
  })
  const dossierLinksService = createDossierLinksService({
    store: dossierStore,
    links: dossierLinksStore,
    owned: dossierService.owned,
    files: dossierFiles,
    clock,
    newId: randomId,
    onMade: (deviceId) => jobs.send(dossierLinkMail, { deviceId }),
    publicUrl: settings.PUBLIC_URL,
  })
  registerDossierJobs(jobs, {
    links: dossierLinksStore,
    devices: devicesStore,
    mailer,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
  const feedsService = createFeedsService({
    states: createFeedsStore(database),
    pois: createPoisImport(database, randomId),
    weather: createWeatherImport(database),
    download: createDownload({ fetch, contact: settings.PUBLIC_URL, clock }),
    clock,
  })
  if (settings.FEEDS) registerFeedsJobs(jobs, { service: feedsService, feeds, clock, log })
  const hotspotsService = createHotspotsService({
    states: createFeedsStore(database),
    accidents: createAccidentsStore(database),
    pois: createPoisImport(database, randomId),
    placeFinder: createPlaceFinder,
    fetchTable: createFetchTable({ fetch, contact: settings.PUBLIC_URL }),
    clock,
  })
  if (settings.FEEDS) registerHotspotsJobs(jobs, { service: hotspotsService, log })
  const mailedLinks = createMailedLinks({ store: authStore, clock, publicUrl: settings.PUBLIC_URL })
  registerAuthJobs(jobs, { store: authStore, attempts, mailer, clock, links: mailedLinks })
  registerDevicesJobs(jobs, {
    store: devicesStore,
    offers: deviceOffers,
    mailer,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
  registerAccountJobs(jobs, { accounts: authStore, mailer, links: mailedLinks })

  const app = await createHttpServer({
    log,
    trustProxy: settings.TRUST_PROXY ?? [],
    mapSources:
      settings.MAP_STYLE_URL === undefined ? [settings.TILE_URL] : [settings.TILE_URL, settings.MAP_STYLE_URL],
  })
  opened.push(() => app.close())
  await registerDocumentation(app)
  const authenticate = { session: authService.session, device: devicesService.identify }
  const pulse = createPulse(() => sql`select 1`.execute(withTimeLimit(connection, 2 * silentAfterMs)))
  opened.push(async () => pulse.stop())
  const api = createApi(app, authenticate, createCallLimits(attempts, clock), pulse)
  registerAuthRoutes(api, authService, settings.DEMO ? demoEmail : null)
  registerDevicesRoutes(api, devicesService)
  registerAccountRoutes(api, accountService)
  registerLicencesRoutes(api, licencesService, devicesService)
  registerAlarmsRoutes(api, alarmsService)
  registerDossierRoutes(api, dossierService, dossierLinksService)
  registerPushRoutes(api, createPushService({ store: pushStore, pusher, clock, newId: randomId }))
  registerTrackingRoutes(api, trackingService, devicesService)
  const pois = { real: createPoisStore(database, 'real'), demo: createPoisStore(database, 'demo') }
  const eventsService = createEventsService()
  opened.push(async () => eventsService.close())
  registerEventsRoutes(api, eventsService, authenticate)
  const tellOfPois = (world: World) => (version: string) => eventsService.tellWorld(world, { type: 'pois', version })
  const shownPois = {
    real: createPoiPublication({ store: pois.real, clock, log, onShown: tellOfPois('real') }),
    demo: createPoiPublication({ store: pois.demo, clock, log, onShown: tellOfPois('demo') }),
  }
  opened.push(() => Promise.all([shownPois.real.close(), shownPois.demo.close()]))
  const freshness = async () => freshnessOf(sources, await feedsService.states(), clock.now())
  const poiReports = createPoiReportsService({
    store: createPoiReportsStore(database, randomId),
    pois: pois.real,
    clock,
  })
  const poisServices = {
    real: createPoisService({ store: pois.real, publication: shownPois.real, clock, sources: freshness }),
    // Everything there is made up.
    demo: createPoisService({ store: pois.demo, publication: shownPois.demo, clock, sources: async () => [] }),
  }
  registerPoisRoutes(api, poisServices, poiReports.markOwn)
  registerPoiReportsRoutes(api, poiReports)
  registerWeatherRoutes(api, {
    stores: { real: createWeatherStore(database, 'real'), demo: createWeatherStore(database, 'demo') },
    clock,
    log,
  })
  registerPlacesRoutes(api, createPlacesService())
  const routeCheckIn = (world: World) =>
    createRouteCheckService({
      store: createRouteCheckStore(database, world),
      pois: createPoisStore(database, world),
      weather: createWeatherStore(database, world),
      clock,
    })
  registerRouteCheckRoutes(api, { real: routeCheckIn('real'), demo: routeCheckIn('demo') })
  const ownPois = createOwnPoisStore(database)
  const ownPoiTiles = createOwnPoiTiles({ store: ownPois, clock })
  opened.push(() => ownPoiTiles.close())
  const exportsOf = (world: World) =>
    createPoiExportService({ store: createPoiExportStore(database, world), ownPois, clock })
  registerPoiExchangeRoutes(api, {
    exports: { real: exportsOf('real'), demo: exportsOf('demo') },
    own: createOwnPoisService({ store: ownPois, tiles: ownPoiTiles, clock, newId: randomId }),
  })
  registerSettingsRoutes(api, settingsService)
  registerContactRoutes(api, { mailer, supportMail: settings.SUPPORT_MAIL })
  const uploads = createUploadStore(database)
  registerUploadRoutes(api, { store: uploads, clock })
  registerUploadJobs(jobs, { store: uploads, clock })
  registerProductRoutes(api, { settings, clock })
  registerHealthRoutes(api, {
    databaseAnswers: () =>
      sql<{ now: Date }>`select clock_timestamp() as now`.execute(database).then(
        ({ rows }) => {
          for (const row of rows) ownClock.compare(row.now)
          return true
        },
        () => false,
      ),
    clockBehindSeconds() {
      const lagMs = ownClock.lag()
      return lagMs === null ? null : Math.round(lagMs / 1000)
    },
    mail: mailer.kind,
    refusesFixes: () => trackerReports.refusesAll(clock.now()),
    jobs: async () => {
      if (workHere) return jobs.running() ? 'ok' : 'down'
      return (await jobs.isWorkedOff()) ? 'elsewhere' : 'down'
    },
    overdue: async () => [...(await alarmLetters.overdue(clock.now())), ...(await jobs.overdue())],
    feeds: async () => healthOf(sources, await feedsService.states()),
  })
  if (mailer.kind === 'mailbox') registerDevMail(app, mailer)
  registerNotFound(app, existsSync(webFolder) ? await registerStaticFiles(app, webFolder) : null)
  const unhandled = endpoints.filter((endpoint) => !api.handled.has(endpoint))
  if (unhandled.length > 0) throw new Error(`no handler for ${unhandled.map(({ path }) => path).join(', ')}`)

  const demo = createDemoStore(database, keepPositions)
  const renewDemo = async () => (settings.DEMO ? demo.build(clock.now()) : demo.remove())
  // What an earlier start left there is good until it is renewed; without anything a visitor would find no demo account.
  const isDemoThere = settings.DEMO && (await demo.isThere())
  if (!isDemoThere) await renewDemo()

  const liveEvents = watchLiveEvents(connection, eventsService)
  opened.push(() => liveEvents.stop())

  await jobs.start()
  opened.push(() => jobs.stop())
  if (settings.GATEWAY && settings.ROLES.includes('gateway')) {
    const { receive: deliver, isKnown } = trackerReports
    for (const { port, open } of gatewayPorts({ settings, deliver, isKnown, clock, log })) {
      const listener = await listen(open, port)
      opened.push(() => listener.close())
    }
    if (settings.MQTT_URL !== undefined) {
      // The same after a restart, and another's beside it has another port.
      const clientId = `wegwarte-${hostname()}-${settings.GATEWAY_OWNTRACKS_PORT}`
      const subscription = subscribeOwntracks({ url: settings.MQTT_URL, clientId, deliver, clock, log })
      opened.push(() => subscription.close())
    }
  }
  const url = await listen(() => app.listen({ host: settings.HOST, port: settings.PORT }), settings.PORT)
  // Now, so that nothing that the start waits for waits for the POIs; who asks for them meanwhile does.
  const poiChanges = watchPoiChanges(connection, () => {
    shownPois.real.look()
    if (settings.DEMO) shownPois.demo.look()
  })
  opened.push(() => poiChanges.stop())
  afterwards(async () => {
    // The first use of PostGIS after a start takes the embedded database half a second: better now than for a visitor.
    await sql`select 'point(0 0)'::geography <-> 'point(0 1)'::geography`.execute(database)
    if (isDemoThere) await renewDemo()
  })
  return url
}

/** Whoever deletes positions deletes them from the log of alarms, too: afterwards, for alarms are also raised about stored ones. */
function withPlacesOfAlarms(positions: PositionsStore, alarms: AlarmsStore): PositionsStore {
  return {
    ...positions,
    async remove(deviceId, range) {
      const removal = await positions.remove(deviceId, range)
      await alarms.forgetPlaces(deviceId, range)
      return removal
    },
  }
}

/** @throws {ConfigProblem} one line, when the port is somebody else's. */
async function listen<T>(open: () => Promise<T>, port: number): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new ConfigProblem(`Port ${port} ist schon belegt`, { cause: error })
    if (code === 'EACCES') throw new ConfigProblem(`Port ${port} darf dieser Benutzer nicht öffnen`, { cause: error })
    throw error
  }
}
