import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { TrackingMode } from '#contract/tracking.ts'
import { deliveredLed, deliveredSettings } from '#domain/settings.ts'
import { createAttempts } from '#server/db/attempts.ts'
import type { Database } from '#server/db/database.ts'
import { createAccountStore } from '#server/features/account/account.store.ts'
import { createAlarmLettersStore } from '#server/features/alarms/alarm-letters.store.ts'
import { createAlarmPushesStore } from '#server/features/alarms/alarm-pushes.store.ts'
import { createAlarmWatch } from '#server/features/alarms/alarm-watch.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createSilenceStore } from '#server/features/alarms/silence.store.ts'
import { createUntoldStore } from '#server/features/alarms/untold.store.ts'
import { createAuthStore } from '#server/features/auth/auth.store.ts'
import { createCredentialsStore } from '#server/features/auth/credentials.store.ts'
import { createDemoStore } from '#server/features/demo/demo.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createDevicesStore, type InventoryEntry } from '#server/features/devices/devices.store.ts'
import { createDossierLinksStore, createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { createOwnPoisStore } from '#server/features/poi-exchange/own-pois.store.ts'
import { createPoiReportsStore } from '#server/features/pois/poi-reports.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPushStore } from '#server/features/push/push.store.ts'
import { createSettingsStore } from '#server/features/settings/settings.store.ts'
import { createPositionsStore } from '#server/features/tracking/positions.store.ts'
import { createReceptionService } from '#server/features/tracking/reception.service.ts'
import { createReceptionStore, keepPositions } from '#server/features/tracking/reception.store.ts'
import { fixReport, putTracker } from '#server/features/tracking/testing/trackers.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { hashOf } from '#server/secrets.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

/* Whatever writes to more than one row, each with what it needs to be there. */

const now = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const days = (count: number) => minutes(count * 24 * 60)

/** Anna has the first and the third tracker, Bert the second; the fourth is nobody's. */
const imeis = ['350000000000001', '350000000000002', '350000000000003', '350000000000004'] as const
const demoImei = '350000000000005'
const [firstImei, secondImei, thirdImei, freeImei] = imeis
const first = `device-${firstImei}`
const second = `device-${secondImei}`
const third = `device-${thirdImei}`
const [firstLicence, thirdLicence] = [`licence-${firstImei}`, `licence-${thirdImei}`]
const place = { latitude: 49.0069, longitude: 8.4037 }
const source = 'overpass'

export interface Writer {
  name: string
  /** @param id of what it adds. */
  write(database: Database, id: string): Promise<unknown>
  /** It leaves what others hold, or is several transactions: what comes of it need not be what comes of one after the other. */
  isPartial?: true
}

export const writers: readonly Writer[] = [
  { name: 'an inventory import', write: (on) => createDevicesStore(on).importInventory(inventory, now) },
  { name: 'a report of several trackers', write: (on, id) => report(on, [firstImei, secondImei, thirdImei], id) },
  { name: 'Anna’s registration of a tracker', write: (on, id) => register(on, 'anna', id) },
  { name: 'Bert’s registration of the same', write: (on, id) => register(on, 'bert', id) },
  { name: 'a removal', write: (on) => createDevicesStore(on).remove({ id: first, userId: 'anna', now }) },
  { name: 'a hand-over from Anna to Bert', write: (on, id) => handOver(on, first, id, 'anna', 'bert') },
  { name: 'a hand-over from Bert to Anna', write: (on, id) => handOver(on, second, id, 'bert', 'anna') },
  {
    name: 'an offer of a device',
    write: (on) => createDeviceOffersStore(on).offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(2) }),
  },
  { name: 'an offer withdrawn', write: (on) => createDeviceOffersStore(on).withdraw(first) },
  { name: 'the end of offers', write: (on) => createDeviceOffersStore(on).purge(minutes(1)), isPartial: true },
  { name: 'a correction of a clock', write: (on) => createDevicesStore(on).correctClock(first, 60) },
  { name: 'a change of tracking', write: (on) => createTrackingStore(on).change(first, now, () => switchedOff) },
  { name: 'a deletion of the history', write: deleteHistory, isPartial: true },
  { name: 'the retention of positions', write: (on) => createPositionsStore(on).expire(minutes(-60)), isPartial: true },
  { name: 'a licence’s transfer to the third device', write: (on) => transfer(on, firstLicence, third, first) },
  { name: 'a licence’s transfer to the first device', write: (on) => transfer(on, thirdLicence, first, third) },
  {
    name: 'an activation of a licence',
    write: (on) => createLicencesStore(on).activate({ userId: 'anna', key: 'sold', deviceId: first, now }),
  },
  {
    name: 'a release of a licence',
    write: (on) => createLicencesStore(on).release({ userId: 'anna', licenceId: firstLicence, now }),
  },
  {
    name: 'a change of a guard',
    write: (on) =>
      createAlarmsStore(on).changeGuard(first, now, ({ guarded }) => guarded && { ...guarded.guard, holding: [] }),
  },
  {
    name: 'the places of alarms forgotten',
    write: (on) => createAlarmsStore(on).forgetPlaces(first, { start: null, end: null }),
  },
  { name: 'the retention of alarms', write: (on) => createAlarmsStore(on).expire(minutes(-5)), isPartial: true },
  { name: 'a test alarm', write: (on, id) => createAlarmsStore(on).add(alarm(id)) },
  { name: 'an alarm’s e-mail begun', write: (on) => createAlarmLettersStore(on).begin(now, due), isPartial: true },
  { name: 'an alarm’s e-mail ended', write: (on) => createAlarmLettersStore(on).end('alarm-1', 'BOUNCED', now) },
  {
    name: 'a report about an alarm’s e-mail',
    write: (on) => createAlarmLettersStore(on).report('alarm-1', ['delivered'], now),
  },
  { name: 'pushes begun', write: (on) => createAlarmPushesStore(on).begin(now, due), isPartial: true },
  { name: 'movement reported later', write: tellUntold },
  { name: 'a silence reported', write: tellSilence },
  {
    name: 'a change of a dossier’s state',
    write: (on) =>
      createDossierStore(on).change(first, () => ({
        change: { state: 'PARKED', since: now, setAt: now },
        endsLinks: true,
      })),
  },
  { name: 'a dossier’s removal', write: (on) => createDossierStore(on).remove(first) },
  { name: 'a dossier’s link', write: (on, id) => createDossierLinksStore(on).add({ ...dossierLink, id }, hashOf(id)) },
  { name: 'the end of a dossier’s links', write: (on) => createDossierLinksStore(on).purge(days(1)), isPartial: true },
  {
    name: 'a change of a device’s settings',
    write: (on) =>
      createSettingsStore(on).changeOfDevice(first, { settings: deliveredSettings(), led: deliveredLed() }, 0, now),
  },
  { name: 'a login', write: login },
  { name: 'a logout', write: (on) => createAuthStore(on).endSession(hashOf('session of anna')) },
  { name: 'the end of sessions and links', write: (on) => createAuthStore(on).purge(days(60)) },
  { name: 'a link to a new password', write: resetLink },
  { name: 'a change of password', write: changePassword },
  {
    name: 'a new password by link',
    write: (on) => createCredentialsStore(on).resetPassword({ ...link('reset'), passwordHash: 'reset' }),
  },
  {
    name: 'a change of e-mail confirmed',
    write: (on) =>
      createCredentialsStore(on).adoptEmail({ ...link('change'), email: 'new@example.org', keptSessionId: null }),
  },
  { name: 'an account disabled', write: (on) => createCredentialsStore(on).disable('anna@example.org', now) },
  { name: 'push at Anna’s browser', write: (on) => subscribe(on, 'anna', 'bert') },
  { name: 'push at Bert’s browser', write: (on) => subscribe(on, 'bert', 'anna') },
  { name: 'a picture chosen', write: (on) => createAccountStore(on).choosePicture('anna', 'picture-2') },
  { name: 'a session ended', write: (on) => createAccountStore(on).endSession('anna', 'session-anna') },
  { name: 'a file of own POIs begun', write: (on, id) => createOwnPoisStore(on).begin({ ...ownFile, id }, 10) },
  { name: 'all own POIs removed', write: (on) => createOwnPoisStore(on).removeAll('anna'), isPartial: true },
  { name: 'a POI reported', write: (on, id) => reports(on, id).report('bert', { poiType: 'Accident', ...place }, now) },
  { name: 'a vote on a report', write: (on) => reports(on).vote('report-1', 'bert', { confirms: true, at: now }) },
  { name: 'a correction of a report', write: (on) => reports(on).correct('report-1', { speed: 50 }, now) },
  { name: 'a removal of a report', write: (on) => reports(on).remove('report-1') },
  { name: 'the end of reports', write: (on) => reports(on).forget(days(1)) },
  { name: 'an import of POIs', write: importPois, isPartial: true },
  { name: 'an attempt', write: (on) => createAttempts(on, clock).take(rule, 'anna') },
  { name: 'attempts forgotten', write: (on) => createAttempts(on, clock).forget(rule.kind, 'anna') },
  { name: 'the end of attempts', write: (on) => createAttempts(on, clock).purge(0), isPartial: true },
  // When it lost its trackers is the database's own time (migration 0033), different each time.
  { name: 'the demo world removed', write: (on) => createDemoStore(on, keepPositions).remove(), isPartial: true },
]

/** All that the writers write to. */
export async function putWorld(database: Database): Promise<void> {
  for (const [index, owner] of ['anna', 'bert', 'anna', null].entries()) {
    const imei = imeis[index] ?? ''
    await putTracker(database, days(-1), { imei, owner, mode: 'BOTH', licenceDays: 30 })
  }
  await database
    .updateTable('users')
    .set({ email_verified_at: days(-1), imei_verified_at: days(-1) })
    .execute()
  await database
    .insertInto('licences')
    .values({
      id: 'licence-sold',
      user_id: null,
      licence_type: 'PREMIUM',
      licence_key: 'sold',
      seats: 1,
      days: 30,
      expires_at: null,
      created_at: now,
      demo: false,
    })
    .execute()
  await report(database, [firstImei, secondImei, thirdImei], 'reported', -90)
  await putAlarms(database)
  await putSessions(database)
  await database
    .insertInto('device_losses')
    .values({ device_id: first, reason: 'IN_THE_FUTURE', lost_at: now, clock_ahead_minutes: 60 })
    .execute()
  for (const id of ['picture-1', 'picture-2']) {
    const picture = { id, user_id: 'anna', picture: Buffer.from(id), created_at: now }
    await database.insertInto('uploads').values(picture).execute()
  }
  await createAccountStore(database).choosePicture('bert', null)
  const offers = createDeviceOffersStore(database)
  await offers.offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(1) })
  await offers.offer({ ...offered(second, 'bert', 'anna'), expiresAt: minutes(1) })
  const dossier = createDossierStore(database)
  await dossier.change(first, () => ({
    change: { state: 'STOLEN', since: minutes(-60), setAt: now },
    endsLinks: false,
  }))
  for (const id of ['link-1', 'link-2']) {
    await createDossierLinksStore(database).add({ ...dossierLink, id, expiresAt: minutes(60) }, hashOf(id))
  }
  await createOwnPoisStore(database).begin({ ...ownFile, id: 'file-1' }, 10)
  await createOwnPoisStore(database).add('file-1', 1, [
    { ...place, name: 'Rast', comment: '', kind: null, speed: null, direction: null },
  ])
  await createOwnPoisStore(database).show('file-1')
  await reports(database, 'report-1').report('anna', { poiType: 'Accident', ...place }, minutes(-10))
  await importPois(database)
  await createAttempts(database, { now: () => minutes(-30) }).take(rule, 'anna')
  await putTracker(database, days(-1), { imei: demoImei, owner: 'demo' })
  for (const table of ['users', 'devices', 'licences'] as const) {
    const isDemo = table === 'users' ? sql<boolean>`id = 'demo'` : sql<boolean>`user_id = 'demo'`
    await database.updateTable(table).set({ demo: true }).where(isDemo).execute()
  }
}

const inventory: InventoryEntry[] = ['350000000000009', ...imeis.toReversed()].map((imei) => ({
  imei,
  model: 'Spur 2',
  trackerId: `tracker-${imei}`,
  secretHash: hashOf(`secret of ${imei}`),
  decryptionSecret: null,
  clockOffsetMinutes: 0,
  speedUnit: null,
  claimCodeHash: null,
  unprovenProtocols: [],
}))

async function report(database: Database, identities: readonly string[], id: string, atMinutes = -1): Promise<void> {
  const at = minutes(atMinutes)
  let alarms = 0
  const watch = createAlarmWatch(
    () => `${id}-${(alarms += 1)}`,
    () => undefined,
  )
  const { receive } = createReceptionService({
    store: createReceptionStore(database, watch),
    log: pino({ level: 'silent' }),
  })
  const fixes = identities.flatMap((identity) => [
    fixReport(identity, at.toISOString(), { accuracy: 10 }),
    { ...fixReport(identity, new Date(at.getTime() + 1000).toISOString()), alarm: 'tow', battery: 70 },
  ])
  await Promise.all(fixes.map((fix) => receive(fix, at)))
}

function register(database: Database, userId: string, id: string) {
  return createDevicesStore(database).register({
    id,
    licence: { id, key: id },
    userId,
    imei: freeImei,
    deviceName: null,
    claimCodeHash: null,
    finishesAccount: false,
    maxDevices: 5,
    now,
  })
}

const offered = (id: string, userId: string, to: string) => {
  return { id, userId, sessionId: `session-${userId}`, email: `${to}@example.org` }
}

function handOver(database: Database, id: string, newId: string, from: string, to: string) {
  return createDevicesStore(database).handOver({
    id,
    userId: from,
    newId,
    recipientEmail: `${to}@example.org`,
    maxDevices: 5,
    now,
  })
}

const switchedOff = { enabled: false, mode: 'BOTH' as TrackingMode, consentGiven: false, consentAt: null }

async function deleteHistory(database: Database): Promise<void> {
  await createTrackingStore(database).noteDeletion(first, now)
  await createPositionsStore(database).remove(first, { start: null, end: null })
  await createAlarmsStore(database).forgetPlaces(first, { start: null, end: null })
}

function transfer(database: Database, licenceId: string, deviceId: string, fromDeviceId: string) {
  return createLicencesStore(database).assign({ userId: 'anna', licenceId, deviceId, fromDeviceId, now })
}

function alarm(id: string, deviceId = first) {
  return {
    id,
    deviceId,
    kind: 'TEST' as const,
    detectedAt: now,
    place: { ...place, accuracy: 5, recordedAt: minutes(-10) },
    numberToday: null,
  }
}

const due = { triedBefore: days(1), lostBefore: days(1) }

async function putAlarms(database: Database): Promise<void> {
  const alarms = createAlarmsStore(database)
  for (const [id, deviceId] of [
    ['alarm-1', first],
    ['alarm-2', second],
    ['alarm-3', first],
  ] as const) {
    await alarms.add({ ...alarm(id, deviceId), detectedAt: minutes(-10) })
  }
  await database
    .updateTable('alarms')
    .set({ letter: 'SENDING', letter_begun_at: minutes(-1) })
    .where('id', '!=', 'alarm-3')
    .execute()
  await sql`
    update alarm_guards set untold_fix_at = (
      select max(recorded_at) from positions where positions.device_id = alarm_guards.device_id)`.execute(database)
}

function tellUntold(database: Database, id: string) {
  return createUntoldStore(database).tell(({ deviceId, guarded }) => {
    const { guard } = guarded
    return {
      alarm: { ...alarm(`${id}-${deviceId}`, deviceId), kind: 'MOVEMENT' },
      guard: { ...guard, untoldFixAt: null },
    }
  }, now)
}

function tellSilence(database: Database, id: string) {
  const silence = { id, deviceId: first, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
  return createSilenceStore(database).tell(silence, { THEFT: now, BOTH: now }, () => true)
}

const dossierLink = {
  id: 'link-new',
  deviceId: first,
  createdAt: now,
  expiresAt: days(2),
  revokedAt: null,
  lastOpenedAt: null,
  opened: 0,
}

async function putSessions(database: Database): Promise<void> {
  for (const userId of ['anna', 'bert']) {
    for (const name of ['', ' other']) {
      await createAuthStore(database).createSession({
        id: `session-${userId}${name}`,
        userId,
        passwordHash: '',
        tokenHash: hashOf(`session${name} of ${userId}`),
        client: '',
        at: now,
      })
    }
    await subscribe(database, userId, userId)
    await createCredentialsStore(database).askForEmailChange({ userId, provenHash: '', newEmail: 'new@example.org' })
  }
  for (const [name, purpose] of [
    ['reset', 'password-reset'],
    ['change', 'change-email'],
  ] as const) {
    await createAuthStore(database).createToken({
      hash: hashOf(name),
      userId: 'anna',
      purpose,
      email: purpose === 'change-email' ? 'new@example.org' : 'anna@example.org',
      createdAt: now,
      expiresAt: days(1),
    })
  }
}

const link = (name: string) => ({ tokenHash: hashOf(name), at: now })

function login(database: Database, id: string) {
  const session = {
    id,
    userId: 'anna',
    passwordHash: '',
    tokenHash: hashOf(id),
    client: '',
    at: now,
  }
  return createAuthStore(database).createSession(session)
}

function resetLink(database: Database, id: string) {
  const token = {
    hash: hashOf(id),
    userId: 'anna',
    purpose: 'password-reset' as const,
    email: 'anna@example.org',
  }
  return createAuthStore(database).createToken({ ...token, createdAt: now, expiresAt: days(1) })
}

function changePassword(database: Database) {
  const change = { userId: 'anna', provenHash: '', passwordHash: 'changed', keptSessionId: 'session-anna' }
  return createCredentialsStore(database).changePassword(change)
}

/** @param at whose browser: a second time, somebody else has signed in there. */
function subscribe(database: Database, userId: string, at: string) {
  const target = {
    endpoint: `https://push.example.org/${at}`,
    publicKey: Buffer.from('key'),
    secret: Buffer.from('secret'),
  }
  return createPushStore(database).add(
    { id: `push-${userId}-${at}`, userId, sessionId: `session-${userId}`, target, now },
    5,
  )
}

const ownFile = {
  id: 'file-2',
  userId: 'anna',
  name: 'Tour',
  format: 'gpx' as const,
  readAt: now.toISOString(),
  pois: 1,
}

function reports(database: Database, id = '') {
  return createPoiReportsStore(database, () => id)
}

async function importPois(database: Database): Promise<void> {
  const { rows } = await sql<{ edition: number }>`
    insert into feed_states (feed, last_attempt_at) values (${source}, ${now})
    on conflict (feed) do update set failures = 0 returning edition`.execute(database)
  const edition = (rows[0]?.edition ?? 0) + 1
  const records = [poiRecord({ sourceId: `node/${edition}` }), poiRecord({ sourceId: 'node/0', speed: edition })]
  await createPoisImport(database, randomUUID).replace(
    { source, attribution: '', edition, at: now, records },
    async (queries) => {
      await queries.updateTable('feed_states').set({ edition }).where('feed', '=', source).execute()
    },
  )
}

const rule = { kind: 'login', max: 10, minutes: 15 }
const clock = { now: () => now }
