import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { trackingPurposes } from '#contract/consents.ts'
import { minuteMs, dayMinutes } from '#contract/time-units.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import { createAttempts } from '#server/db/attempts.ts'
import type { Database } from '#server/db/database.ts'
import { createAccountDeletionStore } from '#server/features/account-deletion/account-deletion.store.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { createDeletionReceiptsStore } from '#server/features/account-deletion/deletion-receipts.store.ts'
import { createAccountStore } from '#server/features/account/account.store.ts'
import { createActivityStore } from '#server/features/activity/activity.store.ts'
import { createAlarmHopsStore } from '#server/features/alarms/alarm-hops.store.ts'
import { createAlarmLinksStore } from '#server/features/alarms/alarm-links.store.ts'
import { createOwnRidesStore } from '#server/features/alarms/own-rides.store.ts'
import { createAlarmEmailsStore } from '#server/features/alarms/alarm-emails.store.ts'
import { createAlarmPushesStore } from '#server/features/alarms/alarm-pushes.store.ts'
import { createAlarmWatch } from '#server/features/alarms/alarm-watch.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createKeptTapsStore } from '#server/features/alarms/kept-taps.store.ts'
import { createSilenceStore } from '#server/features/alarms/silence.store.ts'
import { createPendingMovementsStore } from '#server/features/alarms/pending-movements.store.ts'
import { disableAccount } from '#server/features/auth/account-disabling.store.ts'
import { createAccountsStore } from '#server/features/auth/accounts.store.ts'
import { createCredentialsStore } from '#server/features/auth/credentials.store.ts'
import { createMailedTokensStore } from '#server/features/auth/mailed-tokens.store.ts'
import { createSessionsStore } from '#server/features/auth/sessions.store.ts'
import { createDataExportStore, ExportLost } from '#server/features/data-export/data-export.store.ts'
import { createDemoStore } from '#server/features/demo/demo.store.ts'
import { createDeviceInventoryStore, type InventoryEntry } from '#server/features/devices/device-inventory.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createDossierLinksStore } from '#server/features/dossier/dossier-links.store.ts'
import { statementAnswers } from '#server/features/alarms/statements.ts'
import { createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { createEmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { createLicenceRemindersStore } from '#server/features/licences/licence-reminders.store.ts'
import { createDueRemindersStore } from '#server/features/reminders/due-reminders.store.ts'
import { createRemindersStore } from '#server/features/reminders/reminders.store.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { createPasskeysStore } from '#server/features/passkeys/passkeys.store.ts'
import { createOwnPoisStore } from '#server/features/poi-exchange/own-pois.store.ts'
import { createHiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import { createPoiReportsStore } from '#server/features/poi-reports/poi-reports.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createGuardZonesStore } from '#server/features/guard-zones/guard-zones.store.ts'
import { createPrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import { createSavedRoutesStore } from '#server/features/saved-routes/saved-routes.store.ts'
import { createPushStore } from '#server/features/push/push.store.ts'
import { createSharesStore } from '#server/features/shares/shares.store.ts'
import { switchOffSecondFactorOf } from '#server/features/second-factor/second-factor-support.store.ts'
import { createSecondFactorStore } from '#server/features/second-factor/second-factor.store.ts'
import { createSettingsStore } from '#server/features/settings/settings.store.ts'
import { createParkedTracesStore } from '#server/features/history/parked-traces.store.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore, type Watch } from '#server/features/reception/reception.store.ts'
import { keepPositions } from '#server/features/reception/stored-positions.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { createPhonesStore } from '#server/features/phones/phones.store.ts'
import { createCalendarStore } from '#server/features/calendar/calendar.store.ts'
import { createConsentRenewalStore } from '#server/features/tracking/consent-renewal.store.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/secrets.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

/* Everything that writes to more than one row, each with the rows that it needs. */

const now = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * minuteMs)
const days = (count: number) => minutes(count * dayMinutes)

/** Anna has the first and the third tracker, Bert the second; the fourth is nobody's. */
const imeis = ['350000000000001', '350000000000002', '350000000000003', '350000000000004'] as const
/** One that reports as long as somebody looks at the demo. */
const demoImei = '990000000000011'
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
  /** It skips rows that others hold, or has several transactions. Two at once need not end like one after the other. */
  isPartial?: true
  /** The first device's owner calls it, so it must not change a device that belongs to somebody else by then. */
  isOwners?: true
  /** What it needs besides the world. */
  prepare?: (database: Database) => Promise<unknown>
}

/** Owners' calls that change one row of their device. */
export const ownersChanges: readonly Writer[] = [
  {
    name: 'a change of a device',
    isOwners: true,
    write: (on) => createDevicesStore(on, noQueue).change(first, deviceChange, now),
  },
  {
    name: 'a device’s settings noted as applied',
    isOwners: true,
    prepare: (on) => changeSettings(on),
    write: (on) => createSettingsStore(on).noteApplied(first, 1, now),
  },
  {
    name: 'the details of a dossier',
    isOwners: true,
    write: (on) => createDossierStore(on, statementAnswers).saveDetails(first, dossierDetails, now),
  },
]

/** Anna's first device becomes Bert's. */
export const handOverFirst = (database: Database) => handOver(database, first, 'handed-over', 'anna', 'bert')

export const writers: readonly Writer[] = [
  { name: 'an inventory import', write: (on) => createDeviceInventoryStore(on).importEntries(inventory, now) },
  { name: 'a report of several trackers', write: (on, id) => report(on, [firstImei, secondImei, thirdImei], id) },
  { name: 'Anna’s registration of a tracker', write: (on, id) => register(on, 'anna', id) },
  { name: 'Bert’s registration of the same', write: (on, id) => register(on, 'bert', id) },
  {
    name: 'a removal',
    isOwners: true,
    write: (on) => createDevicesStore(on, noQueue).remove({ id: first, userId: 'anna', now }),
  },
  { name: 'a hand-over from Anna to Bert', write: (on, id) => handOver(on, first, id, 'anna', 'bert') },
  { name: 'a hand-over from Bert to Anna', write: (on, id) => handOver(on, second, id, 'bert', 'anna') },
  {
    name: 'an offer of a device',
    isOwners: true,
    write: (on) =>
      createDeviceOffersStore(on, noQueue).offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(2) }),
  },
  {
    name: 'an offer withdrawn',
    isOwners: true,
    write: (on) => createDeviceOffersStore(on, noQueue).withdraw(first, now),
  },
  { name: 'the end of offers', write: (on) => createDeviceOffersStore(on, noQueue).purge(minutes(1)), isPartial: true },
  {
    name: 'a correction of a clock',
    isOwners: true,
    write: (on) => createDeviceInventoryStore(on).correctClock(first, 60),
  },
  {
    name: 'a change of tracking',
    isOwners: true,
    write: (on) => createTrackingStore(on).change(first, now, () => switchedOff),
  },
  {
    name: 'the e-mail about a new text noted as sent',
    prepare: askAnew,
    write: (on) => createConsentRenewalStore(on).settle('anna', async () => undefined),
    isPartial: true,
  },
  { name: 'a deletion of the history', isOwners: true, write: deleteHistory, isPartial: true },
  {
    name: 'the trace of a parked vehicle reduced',
    prepare: (on) =>
      on.updateTable('tracking_settings').set({ mode: 'THEFT' }).where('device_id', '=', first).execute(),
    write: (on) => createParkedTracesStore(on).reduce(first, now, { fromStart: true }),
    isPartial: true,
  },
  {
    name: 'a deletion of what a removed device left behind',
    prepare: (on) =>
      on
        .insertInto('position_removals')
        .values({ device_ids: ['gone'], receipt_id: 'receipt' })
        .execute(),
    write: (on) => createPositionRemovalsStore(on).workOff(),
    isPartial: true,
  },
  { name: 'the retention of positions', write: (on) => createPositionsStore(on).expire(minutes(-60)), isPartial: true },
  {
    name: 'a reminder on its way',
    prepare: async (on) => {
      await endLicencesSoon(on)
      await createLicenceRemindersStore(on).raise(minutes(-1))
    },
    write: (on) => createLicenceRemindersStore(on).begin(now, due),
    isPartial: true,
  },
  {
    name: 'a licence’s transfer to the third device',
    isOwners: true,
    write: (on) => transfer(on, firstLicence, third, first),
  },
  {
    name: 'a licence’s transfer to the first device',
    isOwners: true,
    write: (on) => transfer(on, thirdLicence, first, third),
  },
  {
    name: 'an activation of a licence',
    isOwners: true,
    write: (on) => createLicencesStore(on).activate({ userId: 'anna', key: 'sold', deviceId: first, now }),
  },
  {
    name: 'reminders that were not told before',
    write: (on) =>
      createDueRemindersStore(on).raise({ deviceId: first, kind: 'WEATHER', at: now }, () => ['2026-11-22 3 STURM']),
  },
  {
    name: 'an address for the calendar',
    write: (on, id) =>
      createCalendarStore(on).put({ userId: 'anna', sessionId: 'session-anna', tokenHash: hashOf(id), at: now }),
  },
  {
    name: 'reminders that are not wanted',
    write: (on) => createRemindersStore(on).changeUnwanted('anna', ['WEATHER'], now),
  },
  {
    name: 'a release of a licence',
    write: (on) => createLicencesStore(on).release({ userId: 'anna', licenceId: firstLicence, now }),
  },
  {
    name: 'a change of a guard',
    isOwners: true,
    write: (on) =>
      createAlarmsStore(on).changeGuard(
        first,
        now,
        ({ guarded }) => guarded && { ...guarded.guard, holding: [] },
        'alarms-resumed',
      ),
  },
  {
    name: 'a ride that was tapped before',
    isOwners: true,
    write: (on) =>
      createKeptTapsStore(on).ride(first, { tappedAt: minutes(-5), now }, async ({ device, nights, fixes }) => {
        await nights()
        await fixes()
        return device.guarded && { guard: { ...device.guarded.guard, holding: [] }, answersUntil: now }
      }),
  },
  {
    name: 'the places of alarms forgotten',
    isOwners: true,
    write: (on) => createAlarmsStore(on).forgetPlaces(first, { start: null, end: null }),
  },
  { name: 'the retention of alarms', write: (on) => createAlarmsStore(on).expire(minutes(-5)), isPartial: true },
  { name: 'a test alarm', isOwners: true, write: (on, id) => createAlarmsStore(on).add(alarm(id)) },
  { name: 'the link to say an own ride', prepare: putAlarmLink, write: alarmLink },
  { name: 'an own ride said by link', prepare: putAlarmLink, write: answerAlarm },
  { name: 'an alarm’s e-mail begun', write: (on) => createAlarmEmailsStore(on).begin(now, due), isPartial: true },
  { name: 'an alarm’s e-mail ended', write: (on) => createAlarmEmailsStore(on).end('alarm-1', 'BOUNCED', now) },
  {
    name: 'a report about an alarm’s e-mail',
    write: (on) => createAlarmEmailsStore(on).report('alarm-1', ['delivered'], now),
  },
  {
    name: 'an alarm acknowledged',
    isOwners: true,
    write: (on) => createAlarmsStore(on).acknowledge(first, 'alarm-1', now),
  },
  { name: 'an owner’s link to an alarm', write: linkToAlarm },
  {
    name: 'an alarm answered by link',
    write: (on) => createAlarmLinksStore(on).answer(hashOf('alarm link'), now, minutes(-60)),
  },
  {
    name: 'a message to an emergency contact begun',
    write: (on) => createAlarmHopsStore(on).beginEmail(now, due),
    isPartial: true,
  },
  {
    name: 'a report about a message to an emergency contact',
    write: (on) => createAlarmHopsStore(on).report({ alarmId: 'alarm-1', number: 2 }, ['failed'], now),
  },
  {
    name: 'the next contact called after one left',
    write: (on) => createAlarmHopsStore(on).correctTurns(now),
  },
  {
    name: 'an emergency contact invited',
    isOwners: true,
    write: (on, id) => inviteContact(on, id, `${id}@example.org`),
  },
  {
    name: 'the order of emergency contacts',
    isOwners: true,
    write: (on) =>
      createEmergencyContactsStore(on, noQueue).change({
        userId: 'anna',
        deviceId: first,
        waitMinutes: 20,
        order: ['contact-2', 'contact-1'],
        at: now,
      }),
  },
  {
    name: 'an emergency contact removed',
    isOwners: true,
    write: (on) =>
      createEmergencyContactsStore(on, noQueue).remove({ deviceId: first, contactId: 'contact-1', at: now }),
  },
  {
    name: 'an invitation accepted',
    write: (on) => createEmergencyContactsStore(on, noQueue).accept(hashOf('contact-2'), 1, now),
  },
  {
    name: 'an emergency contact leaving',
    write: (on) => createEmergencyContactsStore(on, noQueue).leave(hashOf('contact-1'), now),
  },
  {
    name: 'a code for a phone',
    write: (on, id) =>
      createPhonesStore(on).ask(annasPhone, { number: '+491701234567', channel: 'SMS', codeHash: id, endsAt: days(1) }),
  },
  { name: 'a try to enter a code', write: (on) => createPhonesStore(on).takeTry(annasPhone, now) },
  { name: 'a phone confirmed', write: (on) => createPhonesStore(on).confirm(annasPhone, 'code', now) },
  {
    name: 'the phone of an emergency contact confirmed',
    write: (on) => createPhonesStore(on).confirm({ contactId: 'contact-1', deviceId: first }, 'code of contact-1', now),
  },
  { name: 'a phone removed', write: (on) => createPhonesStore(on).remove(annasPhone, now) },
  { name: 'the end of codes', write: (on) => createPhonesStore(on).purge(days(2)), isPartial: true },
  {
    name: 'the end of invitations',
    write: (on) => createEmergencyContactsStore(on, noQueue).purge({ leftBefore: days(9), expiredBefore: days(9) }),
    isPartial: true,
  },
  { name: 'pushes begun', write: (on) => createAlarmPushesStore(on).begin(now, due), isPartial: true },
  { name: 'movement reported later', write: raisePendingAlarms },
  { name: 'a silence reported', write: raiseSilence },
  {
    name: 'a change of a dossier’s state',
    isOwners: true,
    write: (on) =>
      createDossierStore(on, statementAnswers).change(first, now, () => ({
        change: { state: 'PARKED', since: now, setAt: now },
        endsLinks: true,
      })),
  },
  {
    name: 'a dossier’s removal',
    isOwners: true,
    write: (on) => createDossierStore(on, statementAnswers).remove(first),
  },
  {
    name: 'a dossier’s link',
    isOwners: true,
    write: (on, id) => createDossierLinksStore(on, noQueue).add({ ...dossierLink, id }, hashOf(id)),
  },
  {
    name: 'consent to a dossier’s links withdrawn',
    isOwners: true,
    write: (on) => createDossierLinksStore(on, noQueue).withdraw(first, now),
  },
  {
    name: 'a dossier’s link revoked',
    isOwners: true,
    write: (on) => createDossierLinksStore(on, noQueue).revoke(first, 'link-1', now),
  },
  {
    name: 'a dossier’s link opened',
    write: (on) => createDossierLinksStore(on, noQueue).noteOpening({ id: 'link-1', deviceId: first }, now),
  },
  {
    name: 'a change of an account’s settings',
    write: (on) => createSettingsStore(on).changeOfUser('anna', deliveredSettings(), 0, now),
  },
  { name: 'the end of what happened', write: (on) => createActivityStore(on).purge(days(91)), isPartial: true },
  {
    name: 'the end of a dossier’s links',
    write: (on) => createDossierLinksStore(on, noQueue).purge(days(1)),
    isPartial: true,
  },
  {
    name: 'a change of a device’s settings',
    isOwners: true,
    write: (on) => changeSettings(on),
  },
  { name: 'an account deleted', write: (on, id) => removeAccount(on, id) },
  { name: 'a deletion asked for', write: (on, id) => askForDeletion(on, id) },
  { name: 'a deletion begun by the support', write: (on, id) => deletions(on).begin({ id, userId: 'bert', now }) },
  { name: 'a deletion confirmed', write: (on) => deletions(on).confirm(hashOf('deletion'), false, now) },
  { name: 'an account kept', write: (on) => deletions(on).keep('anna', now) },
  { name: 'an account kept by link', write: (on) => deletions(on).keepByLink(hashOf('keeping'), now) },
  {
    name: 'an e-mail about a deletion',
    write: (on, id) => deletions(on).beginEmail(() => hashOf(id), now),
    isPartial: true,
  },
  { name: 'the end of deletions', write: (on) => deletions(on).purge(days(60)), isPartial: true },
  { name: 'a receipt begun', write: (on) => createDeletionReceiptsStore(on).begin(now), isPartial: true },
  { name: 'a login', write: login },
  {
    name: 'a logout',
    write: (on) => createSessionsStore(on, noQueue).endSession({ tokenHash: hashOf('session of anna') }, now),
  },
  { name: 'the end of sessions and links', write: (on) => createAccountsStore(on, noQueue).purge(days(60)) },
  { name: 'a link to a new password', write: resetLink },
  { name: 'a change of password', write: changePassword },
  {
    name: 'a new password by link',
    write: (on) => createCredentialsStore(on, noQueue).resetPassword({ ...link('reset'), passwordHash: 'reset' }),
  },
  {
    name: 'a change of e-mail confirmed',
    write: (on) =>
      createCredentialsStore(on, noQueue).adoptEmail({
        ...link('change'),
        email: 'new@example.org',
        keptSessionId: null,
      }),
  },
  {
    name: 'an account secured',
    prepare: (on) => haveSecondFactor(on, minutes(1)),
    write: (on) => createCredentialsStore(on, noQueue).secureAccount({ ...link('secure'), passwordHash: 'secured' }),
  },
  { name: 'an account enabled', write: (on) => createAccountStore(on).enable('anna@example.org', now) },
  { name: 'an account disabled', write: (on) => disableAccount(on, 'anna@example.org', now) },
  { name: 'a login with a passkey', write: loginWithPasskey },
  { name: 'a passkey added', write: (on, id) => addPasskey(on, id) },
  {
    name: 'a passkey removed',
    write: (on) => createPasskeysStore(on, noQueue).remove({ userId: 'anna', id: 'passkey', at: now }),
  },
  {
    name: 'a passkey renamed',
    write: (on) =>
      createPasskeysStore(on, noQueue).rename({ userId: 'anna', id: 'passkey', name: 'Schlüssel', at: now }),
  },
  {
    name: 'a passkey asked for',
    write: (on, id) =>
      createPasskeysStore(on, noQueue).addChallenge(
        hashOf(id),
        { purpose: 'registration', sessionId: 'session-anna' },
        'anna',
        minutes(5),
      ),
  },
  {
    name: 'the end of passkeys’ challenges',
    write: (on) => createPasskeysStore(on, noQueue).purgeChallenges(minutes(1)),
    isPartial: true,
  },
  {
    name: 'a second factor switched on',
    prepare: (on) => createSecondFactorStore(on, noQueue).start('anna', secondFactor.secret, now),
    write: (on) => createSecondFactorStore(on, noQueue).switchOn(secondFactor),
  },
  {
    name: 'a recovery code used',
    prepare: (on) => haveSecondFactor(on),
    write: (on) => createSecondFactorStore(on, noQueue).useRecoveryCode('anna', hashOf('recovery-1'), now),
  },
  {
    name: 'new recovery codes',
    prepare: (on) => haveSecondFactor(on),
    write: (on) => createSecondFactorStore(on, noQueue).renewRecoveryCodes('anna', [hashOf('recovery-3')], now),
  },
  {
    name: 'a second factor switched off',
    prepare: (on) => haveSecondFactor(on),
    write: (on) => createSecondFactorStore(on, noQueue).switchOff('anna', now),
  },
  {
    name: 'a second factor switched off by the support',
    prepare: (on) => haveSecondFactor(on),
    write: (on) => switchOffSecondFactorOf(on, 'anna@example.org', now),
  },
  { name: 'push at Anna’s browser', write: (on) => subscribe(on, 'anna', 'bert') },
  { name: 'push at Bert’s browser', write: (on) => subscribe(on, 'bert', 'anna') },
  { name: 'a picture chosen', write: (on) => createAccountStore(on).choosePicture('anna', 'picture-2') },
  { name: 'a session ended', write: (on) => createAccountStore(on).endSession('anna', 'session-anna', now) },
  { name: 'a guard zone made', write: (on, id) => guardZones(on).create({ id, ...ownGuardZone }, now) },
  {
    name: 'a guard zone changed',
    write: (on) => guardZones(on).change({ id: 'guard-zone-1', userId: 'anna', change: ownGuardZone.entry }, now),
  },
  { name: 'a guard zone removed', write: (on) => guardZones(on).remove('anna', 'guard-zone-1', now) },
  { name: 'a privacy zone made', write: (on, id) => zones(on).create({ id, ...ownZone }, now) },
  {
    name: 'a privacy zone changed',
    write: (on) => zones(on).change({ id: 'zone-1', userId: 'anna', change: ownZone.entry }, now),
  },
  { name: 'a privacy zone removed', write: (on) => zones(on).remove('anna', 'zone-1', now) },
  { name: 'a route saved', write: (on, id) => savedRoutes(on).save({ id, ...ownRoute }, now) },
  {
    name: 'a saved route changed',
    write: (on) => savedRoutes(on).change({ id: 'route-1', userId: 'anna', change: ownRoute.entry, known: [] }),
  },
  { name: 'a saved route opened', write: (on) => savedRoutes(on).see('anna', 'route-1', ['poi 1']) },
  { name: 'a saved route removed', write: (on) => savedRoutes(on).remove('anna', 'route-1') },
  {
    name: 'a saved route on the evening before',
    write: (on) => savedRoutes(on).begin(minutes(60), { triedBefore: now, stuckBefore: now }),
    isPartial: true,
  },
  { name: 'a share made', isOwners: true, write: (on, id) => sharesOf(on).add({ ...share, id }, madeBy(id)) },
  { name: 'a share revoked', write: (on) => sharesOf(on).revoke('anna', 'share-1', now) },
  {
    name: 'a share used',
    isOwners: true,
    write: (on) => sharesOf(on).use({ shareId: 'share-2', deviceId: first }, now),
  },
  { name: 'the end of shares', write: (on) => sharesOf(on).purge(days(2)), isPartial: true },
  { name: 'a file of own POIs begun', write: (on, id) => createOwnPoisStore(on).begin({ ...ownFile, id }, 10) },
  { name: 'all own POIs removed', write: (on) => createOwnPoisStore(on).removeAll('anna'), isPartial: true },
  {
    name: 'an export asked for',
    write: (on, id) => createDataExportStore(on).request({ id, ...annasWish, at: now }),
  },
  { name: 'an export deleted', write: (on) => createDataExportStore(on).remove('bert', now) },
  { name: 'an export taken on', write: (on, id) => createDataExportStore(on).take(id, now), isPartial: true },
  {
    name: 'a piece of an export',
    write: (on, id) =>
      unlessLost(createDataExportStore(on).add(bertsExport, { ...piece, number: 2 + Number(id.at(-1)) }, written, now)),
  },
  { name: 'an export finished', write: (on) => unlessLost(createDataExportStore(on).finish(bertsExport, 3, now)) },
  { name: 'an export let go', write: (on) => createDataExportStore(on).letGo(bertsExport, true, now) },
  { name: 'the end of exports', write: (on) => createDataExportStore(on).purge(days(8)), isPartial: true },
  {
    name: 'a POI reported',
    write: (on, id) => reports(on, id).report('bert', { poiType: 'Accident', ...place, consentVersion: 1 }, now),
  },
  {
    name: 'a vote on a report',
    write: (on) => reports(on).vote('report-1', 'bert', { confirms: true, at: now, nearness: 'near' }, now),
  },
  {
    name: 'a word about a source',
    write: (on) => reports(on).doubt('poi-1', 'bert', { confirms: false, at: now, nearness: 'near' }, now),
  },
  { name: 'the end of words about sources', write: (on) => reports(on).forgetDoubts(days(1)), isPartial: true },
  { name: 'a POI hidden', write: (on) => createHiddenPoisStore(on).hide('anna', 'report-1', now) },
  { name: 'the end of hidden POIs', write: (on) => createHiddenPoisStore(on).purge() },
  { name: 'a correction of a report', write: (on) => reports(on).correct('report-1', { speed: 50 }, now) },
  { name: 'a removal of a report', write: (on) => reports(on).remove('report-1') },
  { name: 'consent to reports withdrawn', write: (on) => reports(on).withdraw('anna', now) },
  { name: 'the end of reports', write: (on) => reports(on).forget(days(1)) },
  { name: 'an import of POIs', write: importPois, isPartial: true },
  { name: 'an attempt', write: (on) => createAttempts(on, clock).take(rule, 'anna') },
  { name: 'attempts forgotten', write: (on) => createAttempts(on, clock).forget(rule.kind, 'anna') },
  { name: 'the end of attempts', write: (on) => createAttempts(on, clock).purge(0), isPartial: true },
  { name: 'a beat of the demo world', write: (on) => createDemoStore(on, keepPositions).beat(minutes(-10), now) },
  // Its trackers are released at the database's own time (migration 0033), which is different each time.
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
  await putChain(database)
  await putPhones(database)
  await addPasskey(database, 'passkey')
  const over = { purpose: 'sign-in', sessionId: null } as const
  await createPasskeysStore(database, noQueue).addChallenge(hashOf('challenge'), over, null, now)
  await putDeletions(database)
  await database
    .insertInto('device_losses')
    .values({ device_id: first, reason: 'IN_THE_FUTURE', lost_at: now, clock_ahead_minutes: 60 })
    .execute()
  for (const id of ['picture-1', 'picture-2']) {
    const picture = { id, user_id: 'anna', picture: Buffer.from(id), created_at: now }
    await database.insertInto('uploads').values(picture).execute()
  }
  await createAccountStore(database).choosePicture('bert', null)
  const offers = createDeviceOffersStore(database, noQueue)
  await offers.offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(1) })
  await offers.offer({ ...offered(second, 'bert', 'anna'), expiresAt: minutes(1) })
  // It is back: of a vehicle that is missed, the device cannot be handed over.
  const changes = [
    { state: 'STOLEN', since: minutes(-60), set_at: minutes(-50) },
    { state: 'RECOVERED', since: minutes(-10), set_at: minutes(-10) },
  ] as const
  await database
    .insertInto('dossier_changes')
    .values(changes.map((change) => ({ device_id: first, ...change })))
    .execute()
  for (const id of ['link-1', 'link-2']) {
    await createDossierLinksStore(database, noQueue).add({ ...dossierLink, id, expiresAt: minutes(60) }, hashOf(id))
  }
  for (const id of ['share-1', 'share-2']) await sharesOf(database).add({ ...share, id }, madeBy(id))
  await guardZones(database).create({ id: 'guard-zone-1', ...ownGuardZone }, now)
  await zones(database).create({ id: 'zone-1', ...ownZone }, now)
  await savedRoutes(database).save({ id: 'route-1', ...ownRoute }, now)
  await putExports(database)
  await createOwnPoisStore(database).begin({ ...ownFile, id: 'file-1' }, 10)
  await createOwnPoisStore(database).add('file-1', 1, [
    { ...place, name: 'Rast', comment: '', kind: null, speed: null, direction: null },
  ])
  await createOwnPoisStore(database).show('file-1')
  await reports(database, 'report-1').report('anna', { poiType: 'Accident', ...place, consentVersion: 1 }, minutes(-10))
  await reports(database).doubt('poi-1', 'anna', { confirms: false, at: minutes(-10), nearness: 'near' }, minutes(-10))
  await createHiddenPoisStore(database).hide('bert', 'report-1', minutes(-10))
  await importPois(database)
  await createAttempts(database, { now: () => minutes(-30) }).take(rule, 'anna')
  await putTracker(database, days(-1), { imei: demoImei, owner: 'demo' })
  for (const table of ['users', 'devices', 'licences'] as const) {
    const isDemo = table === 'users' ? sql<boolean>`id = 'demo'` : sql<boolean>`user_id = 'demo'`
    await database.updateTable(table).set({ demo: true }).where(isDemo).execute()
  }
}

const sharesOf = (database: Database) => createSharesStore(database, noQueue)
const madeBy = (id: string) => ({ sessionId: 'session-anna', tokenHash: hashOf(id), consentVersion: 1 })
const share = {
  userId: 'anna',
  deviceId: first,
  recipient: 'Versicherung',
  scopes: ['POSITIONS' as const],
  createdAt: now,
  endsAt: days(1),
}

const ownGuardZone = {
  userId: 'anna',
  entry: { ...place, name: 'Zuhause', radiusMetres: 200, sharpness: 'SHARPER' as const, schedule: null },
}
const ownZone = { userId: 'anna', entry: { ...place, name: 'Zuhause', radiusMetres: 200 } }
/** Always the same shift: two writers at once are compared with one after the other. */
const guardZones = (database: Database) => createGuardZonesStore(database)
const zones = (database: Database) => createPrivacyZonesStore(database, () => 0.5)

const savedRoutes = (database: Database) => createSavedRoutesStore(database)
const ownRoute = {
  userId: 'anna',
  entry: {
    name: 'Hausrunde',
    pieces: [[place, { ...place, latitude: place.latitude + 0.1 }]],
    corridorMetres: 100,
    departure: { at: minutes(120).toISOString(), averageKmh: 60 },
    isWatched: true,
  },
  seen: { lengthMetres: 11_000, known: [] },
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
  // An alarm's id must not depend on which trackers are watched together: one that somebody holds comes later.
  const alarms = new Map<string, number>()
  const watchOf = (deviceId: string) =>
    createAlarmWatch(
      () => {
        const number = (alarms.get(deviceId) ?? 0) + 1
        alarms.set(deviceId, number)
        return `${id}-${deviceId}-${number}`
      },
      () => undefined,
    )
  const watch: Watch = {
    async look(transaction, seen, when) {
      for (const [deviceId, own] of Map.groupBy(seen, (one) => one.deviceId)) {
        await watchOf(deviceId).look(transaction, own, when)
      }
      return { follow: () => undefined, inDoubt: new Set() }
    },
  }
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
  return createDeviceRegistrationStore(database, noQueue).register({
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
  return { id, userId, sessionId: `session-${userId}`, email: `${to}@example.org`, at: now }
}

function handOver(database: Database, id: string, newId: string, from: string, to: string) {
  return createDeviceOffersStore(database, noQueue).handOver({
    id,
    userId: from,
    newId,
    recipientEmail: `${to}@example.org`,
    maxDevices: 5,
    now,
  })
}

const withdrawn = trackingPurposes.map((purpose) => ({ purpose, version: 2, given: false, actor: 'owner' as const }))
const switchedOff = { enabled: false, mode: 'BOTH' as TrackingMode, said: withdrawn, asks: false }

function askAnew(database: Database) {
  return database
    .updateTable('tracking_settings')
    .set({ consent_asked_at: now, consent_renewal_email_pending: true })
    .execute()
}

async function deleteHistory(database: Database): Promise<void> {
  const positions = createPositionsStore(database)
  await positions.noteDeletion(first, now, now)
  await positions.remove(first, { start: null, end: null })
  await createAlarmsStore(database).forgetPlaces(first, { start: null, end: null })
}

async function endLicencesSoon(database: Database): Promise<void> {
  await database
    .updateTable('licences')
    .set({ expires_at: days(1), days: 365 })
    .execute()
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

const due = { triedBefore: days(1), stuckBefore: days(1) }

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

function inviteContact(database: Database, id: string, email: string) {
  const invitation = { id, userId: 'anna', sessionId: 'session-anna', deviceId: first, email, at: now, endsAt: days(7) }
  return createEmergencyContactsStore(database, noQueue).invite(invitation)
}

const annasPhone = { userId: 'anna', sessionId: 'session-anna' }

/** Both wait for a code. */
async function putPhones(database: Database): Promise<void> {
  const phones = createPhonesStore(database)
  const phone = { number: '+491701234567', channel: 'SMS', endsAt: days(1) } as const
  await phones.ask(annasPhone, { ...phone, codeHash: 'code' })
  await phones.ask({ contactId: 'contact-1', deviceId: first }, { ...phone, codeHash: 'code of contact-1' })
}

/** Anna has invited two; one has accepted, and is to hear of two alarms. */
async function putChain(database: Database): Promise<void> {
  const contacts = createEmergencyContactsStore(database, noQueue)
  for (const id of ['contact-1', 'contact-2']) {
    await inviteContact(database, id, `${id}@example.org`)
    await contacts.addLink(id, hashOf(id), now)
  }
  await contacts.accept(hashOf('contact-1'), 1, now)
  await linkToAlarm(database, 'alarm link')
  await database.insertInto('hidden_pois').values({ user_id: 'anna', poi_id: 'gone', hidden_at: now }).execute()
  await database
    .insertInto('alarm_hops')
    .values(
      [
        { alarm_id: 'alarm-1', number: 1, state: 'QUEUED' as const, begun_at: null, ended_at: null },
        { alarm_id: 'alarm-3', number: 1, state: 'QUEUED' as const, begun_at: null, ended_at: null },
        { alarm_id: 'alarm-1', number: 2, state: 'SENT' as const, begun_at: minutes(-1), ended_at: minutes(-1) },
        {
          alarm_id: 'alarm-1',
          number: 3,
          state: 'QUEUED' as const,
          begun_at: null,
          ended_at: null,
          due_at: minutes(9),
        },
        {
          alarm_id: 'alarm-3',
          number: 2,
          state: 'SENT' as const,
          begun_at: minutes(-1),
          ended_at: minutes(-1),
          contact_id: 'contact who left',
        },
        {
          alarm_id: 'alarm-3',
          number: 3,
          state: 'QUEUED' as const,
          begun_at: null,
          ended_at: null,
          due_at: minutes(9),
        },
      ].map((hop) => ({
        due_at: now,
        contact_id: 'contact-1',
        ...hop,
        channel: 'EMAIL' as const,
        answered_at: null,
      })),
    )
    .execute()
}

function linkToAlarm(database: Database, id: string) {
  const reached = { userId: 'anna', email: 'anna@example.org' }
  return createAlarmLinksStore(database).addForOwner({ tokenHash: hashOf(id), alarmId: 'alarm-1', reached }, now)
}

function alarmLink(database: Database, id: string) {
  return createMailedTokensStore(database).createToken({
    hash: hashOf(id),
    userId: 'anna',
    purpose: 'own-ride',
    email: 'anna@example.org',
    createdAt: now,
    expiresAt: days(1),
    alarmId: 'alarm-1',
  })
}

function putAlarmLink(database: Database) {
  return alarmLink(database, 'answer')
}

function answerAlarm(database: Database) {
  const link = { alarmId: 'alarm-1', userId: 'anna', deviceId: first }
  return createOwnRidesStore(database).answer(
    hashOf('answer'),
    link,
    now,
    async ({ guarded }) => guarded && { ...guarded.guard, holding: [] },
  )
}

const secondFactor = {
  userId: 'anna',
  secret: Buffer.from('12345678901234567890'),
  period: 1,
  codeHashes: [hashOf('recovery-1'), hashOf('recovery-2')],
  sessionId: 'session-anna',
  at: now,
}

async function haveSecondFactor(database: Database, at = now): Promise<void> {
  await createSecondFactorStore(database, noQueue).start('anna', secondFactor.secret, now)
  await createSecondFactorStore(database, noQueue).switchOn({ ...secondFactor, at })
}

function raisePendingAlarms(database: Database, id: string) {
  return createPendingMovementsStore(database).raise(({ deviceId, guarded }) => {
    const { guard } = guarded
    return {
      alarm: { ...alarm(`${id}-${deviceId}`, deviceId), kind: 'MOVEMENT' },
      guard: { ...guard, pendingFixAt: null },
    }
  }, now)
}

function raiseSilence(database: Database, id: string) {
  const silence = { id, deviceId: first, kind: 'SILENCE' as const, detectedAt: now, numberToday: null }
  return createSilenceStore(database).raise(silence, days(-2), () => true)
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
      await createSessionsStore(database, noQueue).createSession({
        id: `session-${userId}${name}`,
        userId,
        passwordHash: '',
        tokenHash: hashOf(`session${name} of ${userId}`),
        client: '',
        at: now,
      })
    }
    await subscribe(database, userId, userId)
    await createCredentialsStore(database, noQueue).askForEmailChange({
      userId,
      sessionId: `session-${userId}`,
      provenHash: '',
      newEmail: 'new@example.org',
      at: now,
    })
  }
  for (const [name, purpose] of [
    ['reset', 'password-reset'],
    ['change', 'change-email'],
    ['secure', 'secure-account'],
  ] as const) {
    await createMailedTokensStore(database).createToken({
      hash: hashOf(name),
      userId: 'anna',
      purpose,
      email: purpose === 'change-email' ? 'new@example.org' : 'anna@example.org',
      createdAt: now,
      expiresAt: days(1),
    })
  }
}

function changeSettings(database: Database) {
  const delivered = { settings: deliveredSettings(), led: deliveredLed() }
  return createSettingsStore(database).changeOfDevice(first, delivered, 0, now)
}

const deviceChange = {
  deviceName: 'Reise',
  usageType: 'AUTO' as const,
  vehicleBrand: null,
  vehicleModel: null,
  vehiclePlate: null,
  notes: null,
}

const dossierDetails = {
  brand: 'KTM',
  model: null,
  colour: 'orange',
  plate: null,
  frameNumber: null,
  lastSeenPlace: null,
  lastSeenAt: null,
  caseReference: null,
  policeStation: null,
  ownerName: null,
  ownerPhone: null,
  ownershipProof: null,
  withPicture: false,
}

const link = (name: string) => ({ tokenHash: hashOf(name), at: now })

const deletions = (database: Database) => createAccountDeletionStore(database)

/** Later than others register: a tracker that is released at once is released at the database's own time (migration 0033). */
function removeAccount(database: Database, receiptId: string) {
  const removal = { userId: 'anna', reason: 'support', receiptId, now: minutes(1) } as const
  return createAccountRemovalStore(database).remove(removal)
}

function askForDeletion(database: Database, id: string) {
  const asked = { id, userId: 'bert', sessionId: 'session-bert', acceptsTheftLoss: true, now }
  return createAccountDeletionStore(database).ask(asked)
}

/** Anna has asked for one, which is not confirmed; Bert’s is to be kept. */
async function putDeletions(database: Database): Promise<void> {
  const flags = { by_support: false, accepts_theft_loss: true, asked_at: now }
  await database
    .insertInto('account_deletions')
    .values([
      { id: 'deletion', user_id: 'anna', ...flags, token_hash: hashOf('deletion'), expires_at: days(1) },
      { id: 'keeping', user_id: 'bert', ...flags, keep_token_hash: hashOf('keeping'), email_due: 'LINK' },
    ])
    .execute()
  const receipt = { id: 'receipt', email: null, names: ['gone'], figures: '{}', deleted_at: now }
  await database.insertInto('account_deletion_receipts').values(receipt).execute()
}

function login(database: Database, id: string) {
  const session = {
    id,
    userId: 'anna',
    passwordHash: '',
    tokenHash: hashOf(id),
    client: '',
    at: now,
  }
  return createSessionsStore(database, noQueue).createSession(session)
}

function loginWithPasskey(database: Database, id: string) {
  const session = { id, userId: 'anna', passkeyId: 'passkey', tokenHash: hashOf(id), client: '', at: now }
  return createSessionsStore(database, noQueue).createSession(session)
}

function addPasskey(database: Database, id: string) {
  const key = {
    credentialId: Buffer.from(id),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    canBeBackedUp: false,
    backedUp: false,
  }
  const passkey = { id, userId: 'anna', sessionId: 'session-anna', name: 'Handy', at: now, key }
  return createPasskeysStore(database, noQueue).add(passkey, 5)
}

function resetLink(database: Database, id: string) {
  const token = {
    hash: hashOf(id),
    userId: 'anna',
    purpose: 'password-reset' as const,
    email: 'anna@example.org',
  }
  return createMailedTokensStore(database).createToken({ ...token, createdAt: now, expiresAt: days(1) })
}

function changePassword(database: Database) {
  const change = { userId: 'anna', provenHash: '', passwordHash: 'changed', keptSessionId: 'session-anna', at: now }
  return createCredentialsStore(database, noQueue).changePassword(change)
}

/** @param at names the browser: with the same name, another account has signed in there. */
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

const bertsExport = {
  id: 'export-bert',
  userId: 'bert',
  worker: 'worker-bert',
  attempts: 1,
  withoutPrivacyZones: false,
}
const annasWish = { userId: 'anna', withoutPrivacyZones: true }
const piece = { number: 1, content: Buffer.from('abc') }
const written = { percent: 90, step: 'RECORDS', stepName: null } as const

/** Anna's is ready; whoever works on Bert's has not been heard of for a day. */
async function putExports(database: Database): Promise<void> {
  const store = createDataExportStore(database)
  await store.request({ id: 'export-anna', ...annasWish, at: days(-1) })
  const annas = await store.take('worker-anna', days(-1))
  if (annas !== null) {
    await store.add(annas, piece, written, days(-1))
    await store.finish(annas, piece.content.length, days(-1))
  }
  await store.request({ ...bertsExport, at: days(-1) })
  await store.take(bertsExport.worker, days(-1))
}

/** Another writer came first. */
async function unlessLost(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ExportLost)) throw error
  }
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
