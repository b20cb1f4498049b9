import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigProblem } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { commentTables } from '#server/db/table-comments.ts'
import { noteTolerated, notTolerated, type ProductMigration } from '#server/db/tolerated-migrations.ts'
import * as accounts from '#server/db/migrations/0001_accounts.ts'
import * as devicesAndTracking from '#server/db/migrations/0002_devices_and_tracking.ts'
import * as poisAndWeather from '#server/db/migrations/0003_pois_and_weather.ts'
import * as settings from '#server/db/migrations/0004_settings.ts'
import * as uploads from '#server/db/migrations/0005_uploads.ts'
import * as editionsOfFeeds from '#server/db/migrations/0006_editions_of_feeds.ts'
import * as feedFailures from '#server/db/migrations/0007_feed_failures.ts'
import * as accidents from '#server/db/migrations/0008_accidents.ts'
import * as poiReports from '#server/db/migrations/0009_poi_reports.ts'
import * as ownPois from '#server/db/migrations/0010_own_pois.ts'
import * as poiNotify from '#server/db/migrations/0011_poi_notify.ts'
import * as profilePicture from '#server/db/migrations/0012_profile_picture.ts'
import * as alarms from '#server/db/migrations/0013_alarms.ts'
import * as encryptedReports from '#server/db/migrations/0014_encrypted_reports.ts'
import * as liveEvents from '#server/db/migrations/0015_live_events.ts'
import * as dossiers from '#server/db/migrations/0016_dossiers.ts'
import * as deviceHealth from '#server/db/migrations/0017_device_health.ts'
import * as push from '#server/db/migrations/0018_push.ts'
import * as withdrawnConsent from '#server/db/migrations/0019_withdrawn_consent.ts'
import * as liveEventsAtOnce from '#server/db/migrations/0020_live_events_at_once.ts'
import * as letterReports from '#server/db/migrations/0021_letter_reports.ts'
import * as endsOfAPast from '#server/db/migrations/0022_ends_of_a_past.ts'
import * as lastingSignals from '#server/db/migrations/0023_lasting_signals.ts'
import * as lostPositions from '#server/db/migrations/0024_lost_positions.ts'
import * as untoldMovement from '#server/db/migrations/0025_untold_movement.ts'
import * as clockCorrections from '#server/db/migrations/0026_clock_corrections.ts'
import * as signalsKnownBefore from '#server/db/migrations/0027_signals_known_before.ts'
import * as dossierOwners from '#server/db/migrations/0028_dossier_owners.ts'
import * as silenceWatch from '#server/db/migrations/0029_silence_watch.ts'
import * as restedUntil from '#server/db/migrations/0030_rested_until.ts'
import * as doubtedFeeds from '#server/db/migrations/0031_doubted_feeds.ts'
import * as cancelledEmailChanges from '#server/db/migrations/0032_cancelled_email_changes.ts'
import * as oneSchema from '#server/db/migrations/0033_one_schema.ts'
import * as endedLicences from '#server/db/migrations/0034_ended_licences.ts'
import * as assumedKinds from '#server/db/migrations/0035_assumed_kinds.ts'
import * as confirmedPasswords from '#server/db/migrations/0036_confirmed_passwords.ts'
import * as unprovenProtocols from '#server/db/migrations/0037_unproven_protocols.ts'
import * as knownNetworks from '#server/db/migrations/0038_known_networks.ts'
import * as reportVersions from '#server/db/migrations/0039_report_versions.ts'
import * as asciiDomains from '#server/db/migrations/0040_ascii_domains.ts'
import * as warningHeights from '#server/db/migrations/0041_warning_heights.ts'
import * as unverifiedAccounts from '#server/db/migrations/0042_unverified_accounts.ts'
import * as uniqueSecrets from '#server/db/migrations/0043_unique_secrets.ts'
import * as deviceOffers from '#server/db/migrations/0044_device_offers.ts'
import * as claimCodes from '#server/db/migrations/0045_claim_codes.ts'
import * as activities from '#server/db/migrations/0046_activities.ts'
import * as consents from '#server/db/migrations/0052_consents.ts'
import * as confirmedSessions from '#server/db/migrations/0048_confirmed_sessions.ts'
import * as secondFactors from '#server/db/migrations/0049_second_factors.ts'
import * as parkedTraces from '#server/db/migrations/0061_parked_traces.ts'
import * as privacyZones from '#server/db/migrations/0056_privacy_zones.ts'
import * as passkeys from '#server/db/migrations/0050_passkeys.ts'
import * as consentRenewals from '#server/db/migrations/0053_consent_renewals.ts'
import * as knownBrowsers from '#server/db/migrations/0047_known_browsers.ts'
import * as accountDeletion from '#server/db/migrations/0058_account_deletion.ts'
import * as dataExports from '#server/db/migrations/0054_data_exports.ts'
import * as shares from '#server/db/migrations/0057_shares.ts'
import * as alarmTests from '#server/db/migrations/0062_alarm_tests.ts'
import * as licenceReminders from '#server/db/migrations/0066_licence_reminders.ts'
import * as guardZones from '#server/db/migrations/0070_guard_zones.ts'
import * as rides from '#server/db/migrations/0067_rides.ts'
import * as reminders from '#server/db/migrations/0068_reminders.ts'
import * as calendars from '#server/db/migrations/0071_calendars.ts'
import * as phones from '#server/db/migrations/0072_phones.ts'
import * as hopsByPhone from '#server/db/migrations/0073_hops_by_phone.ts'
import * as remindersOfPauses from '#server/db/migrations/0077_reminders_of_pauses.ts'
import * as voteWeights from '#server/db/migrations/0085_vote_weights.ts'
import * as savedRoutes from '#server/db/migrations/0082_saved_routes.ts'
import * as hiddenAndDoubtedPois from '#server/db/migrations/0086_hidden_and_doubted_pois.ts'
import * as quickGuards from '#server/db/migrations/0074_quick_guards.ts'
import * as otherAccidents from '#server/db/migrations/0075_other_accidents.ts'
import * as accidentsWithoutPlane from '#server/db/migrations/0076_accidents_without_plane.ts'
import * as linesOfPois from '#server/db/migrations/0080_lines_of_pois.ts'
import * as departures from '#server/db/migrations/0064_departures.ts'
import * as emergencyContacts from '#server/db/migrations/0069_emergency_contacts.ts'
import * as logKeys from '#server/db/migrations/0087_log_keys.ts'
import * as weekendAccidents from '#server/db/migrations/0088_weekend_accidents.ts'
import * as processesAndToleratedMigrations from '#server/db/migrations/0093_processes_and_tolerated_migrations.ts'
import * as closures from '#server/db/migrations/0090_closures.ts'
import * as roomInAlarmGuards from '#server/db/migrations/0094_room_in_alarm_guards.ts'
import * as emailSpelling from '#server/db/migrations/0095_email_spelling.ts'
import * as knownSignals from '#server/db/migrations/0097_known_signals.ts'
import * as contactsForHelp from '#server/db/migrations/0098_contacts_for_help.ts'
import * as advanceInformation from '#server/db/migrations/0100_advance_information.ts'
import * as lateSignOuts from '#server/db/migrations/0102_late_sign_outs.ts'
import * as sessionOfAnEmailChange from '#server/db/migrations/0105_session_of_an_email_change.ts'
import * as alarmsAtOnce from '#server/db/migrations/0106_alarms_at_once.ts'
import * as trackerMemory from '#server/db/migrations/0107_tracker_memory.ts'
import * as messages from '#server/db/migrations/0108_messages.ts'
import * as exportMessages from '#server/db/migrations/0109_export_messages.ts'
import * as remindersInMessages from '#server/db/migrations/0110_reminders_in_messages.ts'
import * as alarmMessages from '#server/db/migrations/0111_alarm_messages.ts'
import * as positionRemovals from '#server/db/migrations/0112_position_removals.ts'
import * as alarmEmails from '#server/db/migrations/0113_alarm_emails.ts'
import * as testsAndReturns from '#server/db/migrations/0115_tests_and_returns.ts'
import * as positionEnds from '#server/db/migrations/0116_position_ends.ts'
import * as kindsOfReminders from '#server/db/migrations/0117_kinds_of_reminders.ts'
import * as firstFix from '#server/db/migrations/0120_first_fix.ts'
import * as registrationSecrets from '#server/db/migrations/0121_registration_secrets.ts'
import * as theftReports from '#server/db/migrations/0122_theft_reports.ts'
import * as alarmLinksThatShow from '#server/db/migrations/0123_alarm_links_that_show.ts'
import * as ownOrder from '#server/db/migrations/0127_own_order.ts'

/** In the order of their numbers; the names are what the database remembers. */
export const migrations: Record<string, ProductMigration> = {
  '0001_accounts': accounts,
  '0002_devices_and_tracking': devicesAndTracking,
  '0003_pois_and_weather': poisAndWeather,
  '0004_settings': settings,
  '0005_uploads': uploads,
  '0006_editions_of_feeds': editionsOfFeeds,
  '0007_feed_failures': feedFailures,
  '0008_accidents': accidents,
  '0009_poi_reports': poiReports,
  '0010_own_pois': ownPois,
  '0011_poi_notify': poiNotify,
  '0012_profile_picture': profilePicture,
  '0013_alarms': alarms,
  '0014_encrypted_reports': encryptedReports,
  '0015_live_events': liveEvents,
  '0016_dossiers': dossiers,
  '0017_device_health': deviceHealth,
  '0018_push': push,
  '0019_withdrawn_consent': withdrawnConsent,
  '0020_live_events_at_once': liveEventsAtOnce,
  '0021_letter_reports': letterReports,
  '0022_ends_of_a_past': endsOfAPast,
  '0023_lasting_signals': lastingSignals,
  '0024_lost_positions': lostPositions,
  '0025_untold_movement': untoldMovement,
  '0026_clock_corrections': clockCorrections,
  '0027_signals_known_before': signalsKnownBefore,
  '0028_dossier_owners': dossierOwners,
  '0029_silence_watch': silenceWatch,
  '0030_rested_until': restedUntil,
  '0031_doubted_feeds': doubtedFeeds,
  '0032_cancelled_email_changes': cancelledEmailChanges,
  '0033_one_schema': oneSchema,
  '0034_ended_licences': endedLicences,
  '0035_assumed_kinds': assumedKinds,
  '0036_confirmed_passwords': confirmedPasswords,
  '0037_unproven_protocols': unprovenProtocols,
  '0038_known_networks': knownNetworks,
  '0039_report_versions': reportVersions,
  '0040_ascii_domains': asciiDomains,
  '0041_warning_heights': warningHeights,
  '0042_unverified_accounts': unverifiedAccounts,
  '0043_unique_secrets': uniqueSecrets,
  '0044_device_offers': deviceOffers,
  '0045_claim_codes': claimCodes,
  '0046_activities': activities,
  '0052_consents': consents,
  '0048_confirmed_sessions': confirmedSessions,
  '0049_second_factors': secondFactors,
  '0061_parked_traces': parkedTraces,
  '0056_privacy_zones': privacyZones,
  '0050_passkeys': passkeys,
  '0053_consent_renewals': consentRenewals,
  '0047_known_browsers': knownBrowsers,
  '0058_account_deletion': accountDeletion,
  '0054_data_exports': dataExports,
  '0057_shares': shares,
  '0062_alarm_tests': alarmTests,
  '0066_licence_reminders': licenceReminders,
  '0067_rides': rides,
  '0064_departures': departures,
  '0070_guard_zones': guardZones,
  '0069_emergency_contacts': emergencyContacts,
  '0068_reminders': reminders,
  '0071_calendars': calendars,
  '0072_phones': phones,
  '0073_hops_by_phone': hopsByPhone,
  '0077_reminders_of_pauses': remindersOfPauses,
  '0080_lines_of_pois': linesOfPois,
  '0082_saved_routes': savedRoutes,
  '0086_hidden_and_doubted_pois': hiddenAndDoubtedPois,
  '0085_vote_weights': voteWeights,
  '0074_quick_guards': quickGuards,
  '0075_other_accidents': otherAccidents,
  '0076_accidents_without_plane': accidentsWithoutPlane,
  '0087_log_keys': logKeys,
  '0088_weekend_accidents': weekendAccidents,
  '0093_processes_and_tolerated_migrations': processesAndToleratedMigrations,
  '0090_closures': closures,
  '0094_room_in_alarm_guards': roomInAlarmGuards,
  '0095_email_spelling': emailSpelling,
  '0097_known_signals': knownSignals,
  '0098_contacts_for_help': contactsForHelp,
  '0100_advance_information': advanceInformation,
  '0102_late_sign_outs': lateSignOuts,
  '0105_session_of_an_email_change': sessionOfAnEmailChange,
  '0106_alarms_at_once': alarmsAtOnce,
  '0107_tracker_memory': trackerMemory,
  '0108_messages': messages,
  '0109_export_messages': exportMessages,
  '0110_reminders_in_messages': remindersInMessages,
  '0111_alarm_messages': alarmMessages,
  '0112_position_removals': positionRemovals,
  '0113_alarm_emails': alarmEmails,
  '0115_tests_and_returns': testsAndReturns,
  '0116_position_ends': positionEnds,
  '0117_kinds_of_reminders': kindsOfReminders,
  '0120_first_fix': firstFix,
  '0121_registration_secrets': registrationSecrets,
  '0122_theft_reports': theftReports,
  '0123_alarm_links_that_show': alarmLinksThatShow,
  '0127_own_order': ownOrder,
}

/**
 * Brings the database to the newest version, and the comments on its tables. Returns the names of the migrations that ran
 * now. Does nothing where a newer version has migrated the database, and this one can work on it.
 * @throws {ConfigProblem} one line, when it cannot.
 */
export async function migrate(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  const newer = newerThanThis(applied)
  if (newer.length > 0) {
    const refused = await notTolerated(database, newer, isKnown)
    if (refused.length > 0) {
      throw new ConfigProblem(
        `Die Datenbank stammt von einer neueren Version von Wegwarte (${refused.join(', ')}). ` +
          'Bitte diese oder eine noch neuere Version starten, oder die Sicherung von vor der Aktualisierung einspielen',
      )
    }
    // Not a newer version's but another one's: a migration that is missing cannot run after later ones that we do not know.
    const missing = Object.keys(migrations).filter((name) => !applied.includes(name))
    if (missing.length === 0) return []
    throw new ConfigProblem(
      `Die Datenbank stammt von einer Version von Wegwarte, der ${missing.join(', ')} fehlt. ` +
        'Bitte eine Version starten, die alle Migrationen hat: diese hier und die der Datenbank',
    )
  }
  // Kysely reads the whole catalogue before it sees that there is nothing to do. That is slow on the embedded database.
  const isDone = applied.length === Object.keys(migrations).length
  const ran = isDone ? [] : await runMigrations(database, migrations)
  await noteTolerated(database, migrations)
  await commentTables(database)
  return ran
}

/** Whether a newer version has migrated the database, so that its schema is not this version's. */
export async function isAhead(database: Database): Promise<boolean> {
  return newerThanThis(await appliedMigrations(database)).length > 0
}

const isKnown = (name: string) => name in migrations

function newerThanThis(applied: readonly string[]): string[] {
  return applied.filter((name) => !isKnown(name))
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(database)
  if (tables[0]?.there !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}

export async function runMigrations(database: Database, some: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => some },
    // Up to 0094 some were written at the same time, and none of these needs another: a database may have a later number already.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map((result) => result.migrationName)
}
