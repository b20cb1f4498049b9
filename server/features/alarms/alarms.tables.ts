import { sql } from 'kysely'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { AlarmKind, EmailState, MovementEvidence, PauseKind } from '#contract/alarms/alarms.ts'
import type { TrackerSignal } from '#domain/alarms/tracker-signals.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bigint,
  bytes,
  flag,
  float,
  instant,
  integer,
  json,
  ofTheirAlarms,
  ofTheirDevices,
  owner,
  real,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type AlarmsTables = Rows<typeof alarmsRegister> & Rows<typeof guardsRegister>

export const alarmsRegister = register(
  {
    id: 'alarms',
    group: 'positions',
    title: 'Alarm-Protokoll',
    what: 'Wann der Diebstahlalarm was woran erkannt hat, wann das Gerät einen Hilferuf, einen Sturz oder einen Unfall gemeldet hat, wo das Fahrzeug dabei war, ob die Nachrichten an Sie und Ihre Notfallkontakte ankamen, ob E-Mails von Ihrer Adresse zurückkommen und wer geantwortet hat; Links zum Antworten nur als Hash. Wer Positionen löscht, löscht die Orte auch hier.',
    purpose: 'damit Sie von einem Diebstahl erfahren und Hilfe bekommen',
    basis: { article: 'a' },
    kept: `Höchstens ${days(trackingLimits.retentionDays)}; dass E-Mails zurückkommen, bis wieder eine ankommt oder Sie die Adresse ändern.`,
    seenBy:
      'Die Mailserver auf dem Weg zu Ihrem Postfach: Eine Alarm-E-Mail nennt den Ort des Fahrzeugs. Ihre Notfallkontakte, wenn niemand antwortet: was in der Alarm-E-Mail steht.',
  },
  {
    alarms: table(
      { part: 'Alarme', whose: ofTheirDevices, order: ['detected_at', 'id'], counted: 'alarms' },
      {
        id: text().is('Kennung'),
        device_id: text().is('Gerät'),
        kind: text<AlarmKind>().is('Art'),
        detected_at: instant().is('Erkannt'),
        recorded_at: instant().orNull.is('Position gemessen'),
        latitude: float().orNull.is('Breite'),
        longitude: float().orNull.is('Länge'),
        accuracy: real().orNull.is('Genauigkeit (m)'),
        number_today: integer().orNull.is('Wievielte E-Mail des Tages'),
        /** Of a movement. */
        evidence: text<MovementEvidence>().orNull.is('Woran die Bewegung erkannt wurde'),
        /** Of a movement: when the vehicle was last seen where it was parked. */
        began_at: instant().orNull.is('Zuletzt am Abstellplatz gesehen'),
        /** Of the version before, which sends its e-mails from here. */
        letter: text<EmailState>().byDefault.not(reasons.inner),
        letter_due_at: instant().orNull.byDefault.not(reasons.inner),
        letter_begun_at: instant().orNull.byDefault.not(reasons.inner),
        letter_ended_at: instant().orNull.byDefault.not(reasons.inner),
        letter_reported_at: instant().orNull.byDefault.not(reasons.inner),
        acknowledged_at: instant().orNull.is('Zur Kenntnis genommen'),
        /** Of one device, never committed before a smaller one. Null: stored before there were shares. */
        stored_order: bigint().orNull.byDefault.not(reasons.inner),
      },
    ),
    /** Links by which an alarm is answered without signing in. */
    alarm_links: table(
      { part: 'Links zum Antworten auf Alarme', whose: ofTheirAlarms, order: ['created_at', 'token_hash'] },
      {
        token_hash: bytes().not(reasons.hash),
        alarm_id: text().is('Alarm'),
        /** Null: the owner's. */
        contact_id: text().orNull.is('Notfallkontakt'),
        created_at: instant().is('Geschickt'),
        /** It answers nothing. */
        reads_only: flag().byDefault.is('Nur zum Ansehen'),
        /** Of such a one: the place in its message. */
        recorded_at: instant().orNull.is('Position gemessen'),
        latitude: float().orNull.is('Breite'),
        longitude: float().orNull.is('Länge'),
        accuracy: real().orNull.is('Genauigkeit (m)'),
      },
    ),
    /** Accounts from whose present address the last e-mail of an alarm came back. */
    alarm_email_returns: table(
      { part: 'Zurückgekommene Alarm-E-Mails', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        returned_at: instant().is('Zuletzt kam eine E-Mail zurück'),
      },
    ),
    /** One row, written by the first search for silent trackers. */
    silence_watch: table(
      { impersonal: 'Wann der Server zuletzt nach verstummten Geräten sah.' },
      {
        is_only: flag().byDefault,
        listening_since: instant(),
        looked_at: instant(),
      },
    ),
  },
)

export const guardsRegister = register(
  {
    id: 'guards',
    group: 'positions',
    title: 'Stand des Diebstahlalarms',
    what: 'Wo das Fahrzeug abgestellt ist, was die letzten Positionen darüber zeigen, wie genau das Gerät misst, wie oft es meldet und womit es in den letzten Wochen falsch ausgeschlagen hat, welche Signale anliegen, ob und bis wann der Alarm pausiert, und wann Sie ihn erstmals ausprobiert haben. Pausiert er bis zur Ankunft, auch, wo das Fahrzeug meist über Nacht steht.',
    purpose: 'damit ein Alarm kommt, sobald es bewegt wird',
    basis: { article: 'a' },
    kept: `Der Ort bis ${days(trackingLimits.retentionDays)} nach der letzten Position; wer Positionen löscht oder die Einwilligung widerruft, löscht ihn auch hier. Alles andere, bis Sie das Gerät entfernen oder übergeben.`,
  },
  {
    /** What is remembered of a guarded device from one fix to the next. */
    alarm_guards: table(
      { part: 'Diebstahlalarm', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        /** When tracking was switched on; the rest is about the time since then. */
        enabled_at: instant().is('Scharf seit'),
        anchor_latitude: float().orNull.is('Standort, Breite'),
        anchor_longitude: float().orNull.is('Standort, Länge'),
        anchor_accuracy: real().orNull.is('Genauigkeit (m)'),
        anchor_at: instant().orNull.is('Standort gemessen'),
        /** What its fixes since have shown (domain/alarms/departure.ts). */
        parked: json('json').orNull.not('ergibt sich aus den exportierten Positionen'),
        /** What is remembered of its tracker (domain/alarms/tracker-memory.ts): no place, also from before `enabled_at`. Its places are those of the exported positions. */
        memory: json('json').orNull.is('Gelernter Messfehler des Geräts (m)', {
          as: 'measuringError',
          kind: 'double precision',
          by: sql`sqrt((memory->>0)::double precision)`,
        }),
        /** For how long it may be silent, by its rhythm; null: by its mode. */
        patience_seconds: integer().orNull.is('Übliche Sendepause, bis Funkstille gemeldet wird (s)'),
        last_fix_at: instant().orNull.is('Letzte Position'),
        /** Of the pending movement. */
        untold_fix_at: instant().orNull.is('Bewegung, die noch nicht gemeldet ist'),
        pause_kind: text<PauseKind>().orNull.is('Pause'),
        pause_since: instant().orNull.is('Pause seit'),
        pause_until: instant().orNull.is('Pause bis'),
        pause_moved: flag().byDefault.is('In der Pause bewegt'),
        /** Of a ride: since when the vehicle stands where it was ridden to. */
        pause_stands_since: instant().orNull.is('Steht auf der Fahrt seit'),
        /** Of a ride: where it usually stands overnight. They are among the exported positions, too. */
        pause_homes: json('jsonb').orNull.is('Übliche Stellplätze über Nacht', {
          as: 'usualPlaces',
          kind: 'integer',
          by: sql`jsonb_array_length(pause_homes)`,
        }),
        /** When it was last on a way that began with a pause which ended by itself. */
        onward_since: instant().orNull.is('Zuletzt auf eigener Fahrt'),
        rested_until: instant().orNull.is('Stand still bis'),
        /** The signals that held at its tracker's last report. */
        holding: texts<TrackerSignal>().byDefault.is('Anliegende Signale'),
        /** Of which signals the present state is known. Null: noted by a version that knew of all. */
        known: texts<TrackerSignal>().orNull.byDefault.not(reasons.inner),
        /** The last sign of life before a silence that was notified. */
        silence_told_of: instant().orNull.is('Funkstille gemeldet seit'),
      },
    ),
    /** When its owner first had a test alarm of a device sent: the log of alarms forgets it. */
    alarm_tests: table(
      { part: 'Erster Testalarm', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        tested_at: instant().is('Alarm erstmals ausprobiert'),
      },
    ),
  },
)
