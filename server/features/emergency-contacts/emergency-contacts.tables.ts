import { sql } from 'kysely'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  flag,
  instant,
  ofTheirDevices,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
} from '#server/db/schema/register.ts'

export type EmergencyContactsTables = Rows<typeof emergencyContactsRegister>

export const emergencyContactsRegister = register(
  {
    id: 'emergency-contacts',
    group: 'positions',
    title: 'Notfallkontakte',
    what: 'Wen Sie für ein Fahrzeug einladen: E-Mail-Adresse, Reihenfolge, wann eingeladen und zugesagt wurde und zu welchem Text, und ob sie auch bei Hilferuf, Sturz und Unfall benachrichtigt werden; Links nur als Hash. Von denen, die absagen, bleibt nur eine Prüfsumme der Adresse.',
    purpose: 'damit bei einem Alarm jemand erreicht wird, auch wenn Sie schlafen',
    basis: { article: 'a' },
    kept: `Bis Sie den Kontakt oder das Gerät entfernen oder der Kontakt absagt, mit dem Link in jeder E-Mail an ihn: Dann wird die Adresse sofort gelöscht, die Prüfsumme nach ${emergencyContactsServerLimits.leftDays} Tagen, damit niemand gleich wieder eingeladen wird. Eine Einladung, die niemand annimmt, ${days(emergencyContactsServerLimits.leftDays)} nach ihrem Ende.`,
    seenBy: 'Der Kontakt sieht Ihre E-Mail-Adresse, das Modell des Geräts und, nach der Zusage, dessen Namen.',
  },
  {
    emergency_contacts: table(
      {
        part: 'Notfallkontakte',
        whose: ofTheirDevices,
        order: ['invited_at', 'id'],
        kept: [
          { days: emergencyContactsServerLimits.leftDays, by: 'left_at' },
          {
            days: emergencyContactsServerLimits.leftDays,
            by: 'invitation_ends_at',
            only: sql`left_at is null and accepted_at is null`,
          },
        ],
      },
      {
        id: text().is('Kennung'),
        device_id: text().is('Gerät'),
        /** Null once they have left. */
        email: text().orNull.is('E-Mail-Adresse'),
        /** SHA-256 of the address in small letters: a contact who left is not invited again at once. */
        email_hash: bytes().not('Prüfwert einer Adresse, die nicht Ihre ist'),
        position: smallint().is('Reihenfolge'),
        invited_at: instant().is('Eingeladen'),
        invitation_ends_at: instant().is('Einladung gilt bis'),
        accepted_at: instant().orNull.is('Zugesagt'),
        /** Of the text that was agreed to. */
        agreement_version: smallint().orNull.is('Nummer des Textes'),
        left_at: instant().orNull.is('Abgesagt'),
      },
    ),
    /** In invitations and alarms: by these a contact accepts and leaves. */
    emergency_contact_links: table(
      {
        part: 'Links an Notfallkontakte',
        whose: (userId) => sql`
      contact_id in (
        select emergency_contacts.id from emergency_contacts join devices on devices.id = device_id
        where user_id = ${userId})`,
        order: ['created_at', 'token_hash'],
      },
      {
        token_hash: bytes().not(reasons.hash),
        contact_id: text().is('Notfallkontakt'),
        created_at: instant().is('Geschickt'),
      },
    ),
    /** How long each contact of a device waits for those before; without a row as at first. */
    emergency_chains: table(
      { part: 'Wartezeit bis zu den Notfallkontakten', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        wait_minutes: smallint().is('Minuten'),
        /** Whether its contacts are also called for help. */
        calls_for_help: flag().byDefault.is('Auch bei Hilferuf, Sturz oder Unfall'),
      },
    ),
  },
)
