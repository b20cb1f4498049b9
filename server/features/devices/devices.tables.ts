import { sql } from 'kysely'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { UsageType } from '#contract/devices/devices.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  flag,
  instant,
  integer,
  ofTheirDevices,
  owner,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type DevicesTables = Rows<typeof devicesRegister> & Rows<typeof inventoryRegister> & Rows<typeof offersRegister>

export const devicesRegister = register(
  {
    id: 'devices',
    group: 'devices',
    title: 'Geräte',
    what: 'IMEI, Name, was Sie zum Fahrzeug eintragen, auch Saison und nächste Hauptuntersuchung, und Ihre Reihenfolge.',
    purpose: 'damit Sie Ihre Geräte verwalten',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    devices: table(
      { part: 'Geräte', whose: theirs, order: ['id'], counted: 'devices' },
      {
        id: text().is('Kennung'),
        imei: text().is('IMEI'),
        user_id: owner,
        name: text().is('Name'),
        usage_type: text<UsageType>().is('Nutzung'),
        vehicle_brand: text().orNull.is('Marke'),
        vehicle_model: text().orNull.is('Modell'),
        vehicle_plate: text().orNull.is('Kennzeichen'),
        notes: text().orNull.is('Notizen'),
        /** The months of a seasonal plate, from 1; both or none. */
        season_from: smallint().orNull.is('Saison ab Monat'),
        season_to: smallint().orNull.is('Saison bis Monat'),
        /** `2027-05`: in this month the vehicle has to be inspected. */
        inspection_due: text().orNull.is('Hauptuntersuchung im Monat'),
        /** When its owner last changed one of these dates. */
        dates_noted_at: instant().orNull.is('Termine eingetragen'),
        licence_id: text().orNull.is('Lizenz'),
        registered_at: instant().is('Registriert'),
        /** Null: its owner has not put it anywhere. */
        place_in_order: smallint().orNull.is('Platz in Ihrer Reihenfolge'),
        demo: flag().not(reasons.inner),
        /** Of the version before; it is in `alarm_tests`. */
        alarm_tested_at: instant().orNull.not(reasons.inner),
      },
    ),
  },
)

export const inventoryRegister = register(
  {
    id: 'inventory',
    group: 'devices',
    title: 'Verkaufte Geräte',
    what: 'IMEI, Modell, Zugangscodes des Geräts und sein letztes Lebenszeichen.',
    purpose: 'damit nur echte Geräte melden und nur ihr Käufer sie registriert',
    basis: { article: 'b' },
    kept: 'Solange der Betreiber das Gerät führt; das Lebenszeichen, bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    device_inventory: table(
      {
        part: 'Tracker Ihrer Geräte',
        as: 'trackers',
        whose: (userId) => sql`imei in (select imei from devices where user_id = ${userId})`,
        order: ['imei'],
      },
      {
        imei: text().is('IMEI'),
        model: text().is('Modell'),
        tracker_id: text().orNull.is('Kennung beim Senden'),
        secret_hash: bytes().orNull.not(reasons.hash),
        /** The secret itself, where it is needed to decrypt what the tracker reports. */
        decryption_secret: text().orNull.not(reasons.secret),
        /** How far its clock is ahead, as the operator states. */
        clock_offset_minutes: integer().is('Uhr geht vor (Minuten)'),
        /** How much further it is ahead, as its owners found out. */
        clock_correction_minutes: integer().byDefault.is('Von Ihnen gestellte Uhr (Minuten)'),
        speed_unit: text<'knots' | 'm/s' | 'km/h'>().orNull.is('Einheit des Tempos'),
        /** Protocols that have no place for a secret, and by which this tracker is accepted although it has one. */
        unproven_protocols: texts().byDefault.not(reasons.inner),
        imported_at: instant().is('In unserem Bestand seit'),
        /** The claim code that its first owner needs besides the IMEI, and when it was used: it works once. */
        claim_code_hash: bytes().orNull.not(reasons.hash),
        claim_code_used_at: instant().orNull.is('Aktivierungscode benutzt'),
        /** When its last owner ceased to have it. What it measured before that belongs to nobody else. */
        released_at: instant().orNull.not('sagt etwas über den früheren Besitzer'),
        last_active_at: instant().orNull.is('Letztes Lebenszeichen'),
      },
    ),
  },
)

export const offersRegister = register(
  {
    id: 'offers',
    group: 'devices',
    title: 'Angebotene Geräte',
    what: 'Bieten Sie ein Gerät jemandem an: dessen E-Mail-Adresse; der Link nur als Hash.',
    purpose: 'damit genau diese Person das Gerät annehmen kann',
    basis: { article: 'b' },
    kept: `Bis das Angebot angenommen oder zurückgenommen ist, höchstens ${days(devicesLimits.offerDays)}; gelöscht wird es in der Nacht danach.`,
  },
  {
    device_offers: table(
      {
        part: 'Geräte, die Sie weitergeben',
        whose: ofTheirDevices,
        order: ['device_id'],
        kept: { days: 0, by: 'expires_at' },
      },
      {
        device_id: text().is('Gerät'),
        email: text().is('An'),
        /** Null where a version before has made it, until its e-mail is written. */
        token_hash: bytes().orNull.not(reasons.hash),
        expires_at: instant().is('Gilt bis'),
      },
    ),
  },
)
