import type { Register } from '#server/db/schema/register.ts'
import {
  attemptsRegister,
  jobsRegister,
  serverLogRegister,
  foundationRegister,
  type FoundationTables,
} from '#server/db/schema/foundation.tables.ts'
import { accessTokensRegister, type AccessTokensTables } from '#server/features/access-tokens/access-tokens.tables.ts'
import {
  accountDeletionRegister,
  type AccountDeletionTables,
} from '#server/features/account-deletion/account-deletion.tables.ts'
import { activityRegister, type ActivityTables } from '#server/features/activity/activity.tables.ts'
import { alarmsRegister, guardsRegister, type AlarmsTables } from '#server/features/alarms/alarms.tables.ts'
import {
  accountRegister,
  sessionsRegister,
  knownNetworksRegister,
  knownBrowsersRegister,
  formerEmailsRegister,
  emailLinksRegister,
  registrationSecretsRegister,
  type AuthTables,
} from '#server/features/auth/auth.tables.ts'
import { calendarRegister, type CalendarTables } from '#server/features/calendar/calendar.tables.ts'
import { closuresRegister, type ClosuresTables } from '#server/features/closures/closures.tables.ts'
import { consentsRegister, type ConsentsTables } from '#server/features/consents/consents.tables.ts'
import { contactRegister } from '#server/features/contact/contact.tables.ts'
import { dataExportRegister, type DataExportTables } from '#server/features/data-export/data-export.tables.ts'
import {
  devicesRegister,
  inventoryRegister,
  offersRegister,
  type DevicesTables,
} from '#server/features/devices/devices.tables.ts'
import { dossierRegister, dossierLinksRegister, type DossierTables } from '#server/features/dossier/dossier.tables.ts'
import {
  emergencyContactsRegister,
  type EmergencyContactsTables,
} from '#server/features/emergency-contacts/emergency-contacts.tables.ts'
import { feedsRegister, type FeedsTables } from '#server/features/feeds/feeds.tables.ts'
import { guardZonesRegister, type GuardZonesTables } from '#server/features/guard-zones/guard-zones.tables.ts'
import { hiddenPoisRegister, type HiddenPoisTables } from '#server/features/hidden-pois/hidden-pois.tables.ts'
import { positionsRegister, type HistoryTables } from '#server/features/history/history.tables.ts'
import { hotspotsRegister, type HotspotsTables } from '#server/features/hotspots/hotspots.tables.ts'
import { licencesRegister, type LicencesTables } from '#server/features/licences/licences.tables.ts'
import { messagesRegister, type MessagesTables } from '#server/features/messages/messages.tables.ts'
import { ownToursRegister, type OwnToursTables } from '#server/features/own-tours/own-tours.tables.ts'
import { passkeysRegister, type PasskeysTables } from '#server/features/passkeys/passkeys.tables.ts'
import { peopleRegister, type PeopleTables } from '#server/features/people/people.tables.ts'
import { phonesRegister, type PhonesTables } from '#server/features/phones/phones.tables.ts'
import { ownPoisRegister, type PoiExchangeTables } from '#server/features/poi-exchange/poi-exchange.tables.ts'
import {
  poiReportsRegister,
  poiVotesRegister,
  poiDoubtsRegister,
  poiVotersRegister,
  type PoiReportsTables,
} from '#server/features/poi-reports/poi-reports.tables.ts'
import { poisRegister, type PoisTables } from '#server/features/pois/pois.tables.ts'
import { ownPlacesRegister, type OwnPlacesTables } from '#server/features/own-places/own-places.tables.ts'
import { privacyZonesRegister, type PrivacyZonesTables } from '#server/features/privacy-zones/privacy-zones.tables.ts'
import { pushRegister, type PushTables } from '#server/features/push/push.tables.ts'
import { deviceHealthRegister, type ReceptionTables } from '#server/features/reception/reception.tables.ts'
import { remindersRegister, type RemindersTables } from '#server/features/reminders/reminders.tables.ts'
import { ridingRegister, type RidingTables } from '#server/features/riding/riding.tables.ts'
import { savedRoutesRegister, type SavedRoutesTables } from '#server/features/saved-routes/saved-routes.tables.ts'
import { secondFactorRegister, type SecondFactorTables } from '#server/features/second-factor/second-factor.tables.ts'
import { announcementsRegister, type ConfigTables } from '#server/features/config/config.tables.ts'
import { settingsRegister, type SettingsTables } from '#server/features/settings/settings.tables.ts'
import { sharesRegister, type SharesTables } from '#server/features/shares/shares.tables.ts'
import { supportRegister, type SupportTables } from '#server/features/support/support.tables.ts'
import { trackingRegister, type TrackingTables } from '#server/features/tracking/tracking.tables.ts'
import { picturesRegister, type UploadTables } from '#server/features/upload/upload.tables.ts'
import { mqttRegister, type MqttTables } from '#server/features/mqtt/mqtt.tables.ts'
import { webhooksRegister, type WebhooksTables } from '#server/features/webhooks/webhooks.tables.ts'
import { weatherRegister, type WeatherTables } from '#server/features/weather/weather.tables.ts'

/** What the product keeps, in the order of the privacy page and of the export. */
export const registers: readonly Register[] = [
  accountRegister,
  sessionsRegister,
  knownNetworksRegister,
  accountDeletionRegister,
  knownBrowsersRegister,
  formerEmailsRegister,
  attemptsRegister,
  secondFactorRegister,
  activityRegister,
  supportRegister,
  emailLinksRegister,
  registrationSecretsRegister,
  passkeysRegister,
  accessTokensRegister,
  webhooksRegister,
  mqttRegister,
  dataExportRegister,
  picturesRegister,
  devicesRegister,
  inventoryRegister,
  deviceHealthRegister,
  offersRegister,
  licencesRegister,
  remindersRegister,
  calendarRegister,
  positionsRegister,
  guardZonesRegister,
  privacyZonesRegister,
  ownPlacesRegister,
  savedRoutesRegister,
  ownToursRegister,
  sharesRegister,
  trackingRegister,
  consentsRegister,
  alarmsRegister,
  emergencyContactsRegister,
  peopleRegister,
  phonesRegister,
  guardsRegister,
  dossierRegister,
  dossierLinksRegister,
  pushRegister,
  settingsRegister,
  poiReportsRegister,
  poisRegister,
  poiVotesRegister,
  poiDoubtsRegister,
  hiddenPoisRegister,
  poiVotersRegister,
  ownPoisRegister,
  messagesRegister,
  jobsRegister,
  contactRegister,
  serverLogRegister,
  closuresRegister,
  feedsRegister,
  hotspotsRegister,
  ridingRegister,
  weatherRegister,
  announcementsRegister,
  foundationRegister,
]

/** The tables as the migrations leave them, by feature. Instants are UTC, distances metres, speeds km/h. */
export interface Tables
  extends
    AuthTables,
    AccountDeletionTables,
    FoundationTables,
    SecondFactorTables,
    ActivityTables,
    SupportTables,
    PasskeysTables,
    AccessTokensTables,
    WebhooksTables,
    MqttTables,
    DataExportTables,
    UploadTables,
    DevicesTables,
    LicencesTables,
    MessagesTables,
    PeopleTables,
    RemindersTables,
    CalendarTables,
    HistoryTables,
    GuardZonesTables,
    PrivacyZonesTables,
    OwnPlacesTables,
    SavedRoutesTables,
    OwnToursTables,
    SharesTables,
    TrackingTables,
    ConsentsTables,
    AlarmsTables,
    EmergencyContactsTables,
    PhonesTables,
    DossierTables,
    PushTables,
    ReceptionTables,
    SettingsTables,
    PoiReportsTables,
    HiddenPoisTables,
    PoiExchangeTables,
    ClosuresTables,
    FeedsTables,
    HotspotsTables,
    PoisTables,
    RidingTables,
    ConfigTables,
    WeatherTables {}
