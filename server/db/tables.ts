import type { ClosuresTables } from './tables/closures.ts'
import type { Generated } from 'kysely'
import type { ActivityTables } from './tables/activity.ts'
import type { AccountDeletionTables } from './tables/account-deletion.ts'
import type { AlarmsTables } from './tables/alarms.ts'
import type { AuthTables } from './tables/auth.ts'
import type { CalendarTables } from './tables/calendar.ts'
import type { ConsentsTables } from './tables/consents.ts'
import type { DataExportTables } from './tables/data-export.ts'
import type { DevicesTables } from './tables/devices.ts'
import type { DossierTables } from './tables/dossier.ts'
import type { EmergencyContactsTables } from './tables/emergency-contacts.ts'
import type { FeedsTables } from './tables/feeds.ts'
import type { HistoryTables } from './tables/history.ts'
import type { HotspotsTables } from './tables/hotspots.ts'
import type { LicencesTables } from './tables/licences.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { PasskeysTables } from './tables/passkeys.ts'
import type { PhonesTables } from './tables/phones.ts'
import type { HiddenPoisTables } from './tables/hidden-pois.ts'
import type { PoiExchangeTables } from './tables/poi-exchange.ts'
import type { PoiReportsTables } from './tables/poi-reports.ts'
import type { PoisTables } from './tables/pois.ts'
import type { GuardZonesTables } from './tables/guard-zones.ts'
import type { PrivacyZonesTables } from './tables/privacy-zones.ts'
import type { SavedRoutesTables } from './tables/saved-routes.ts'
import type { PushTables } from './tables/push.ts'
import type { RemindersTables } from './tables/reminders.ts'
import type { SecondFactorTables } from './tables/second-factor.ts'
import type { SettingsTables } from './tables/settings.ts'
import type { SharesTables } from './tables/shares.ts'
import type { TrackingTables } from './tables/tracking.ts'
import type { UploadTables } from './tables/upload.ts'
import type { WeatherTables } from './tables/weather.ts'

/** The tables as the migrations leave them, by feature. Instants are UTC, distances metres, speeds km/h. */
export interface Tables
  extends
    ActivityTables,
    AccountDeletionTables,
    AlarmsTables,
    AuthTables,
    CalendarTables,
    ConsentsTables,
    DataExportTables,
    DevicesTables,
    DossierTables,
    EmergencyContactsTables,
    FeedsTables,
    HistoryTables,
    HotspotsTables,
    LicencesTables,
    MessagesTables,
    PasskeysTables,
    PhonesTables,
    PoiExchangeTables,
    HiddenPoisTables,
    PoiReportsTables,
    PoisTables,
    GuardZonesTables,
    PrivacyZonesTables,
    SavedRoutesTables,
    PushTables,
    RemindersTables,
    SecondFactorTables,
    SettingsTables,
    SharesTables,
    TrackingTables,
    UploadTables,
    WeatherTables,
    ClosuresTables {
  /** One row: the key of the names in the log. */
  log_keys: { single: Generated<boolean>; key: Buffer }
  process_signs: { process_id: string; roles: string[]; version: string; seen_at: Generated<Date> }
  /** Beside these, processes that know the migration `since` go on (`tolerated-migrations.ts`). */
  tolerated_migrations: { name: string; since: string }
  attempts: {
    id: Generated<string>
    kind: string
    subject: string
    at: Date
  }
}
