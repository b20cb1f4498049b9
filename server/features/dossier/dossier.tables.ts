import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bigint,
  bytes,
  flag,
  instant,
  integer,
  ofTheirDevices,
  reasons,
  register,
  type Rows,
  table,
  text,
} from '#server/db/schema/register.ts'

export type DossierTables = Rows<typeof dossierRegister> & Rows<typeof dossierLinksRegister>

export const dossierRegister = register(
  {
    id: 'dossier',
    group: 'positions',
    title: 'Anzeige-Mappe',
    what: 'Was Sie für die Polizei zu Fahrzeug, Anzeige und Halter eintragen (Name, Telefon, Eigentumsnachweis: freiwillig) und als Verdacht oder Diebstahl melden.',
    purpose: 'damit die Polizei nach einem Diebstahl alles beisammen hat',
    basis: { article: 'b' },
    kept: 'Bis Sie die Mappe oder das Gerät löschen.',
    seenBy: 'Wem Sie das Dokument oder einen Link dazu geben.',
  },
  {
    /** What the owner enters for the police. */
    dossiers: table(
      { part: 'Anzeige-Mappen', whose: ofTheirDevices, order: ['device_id'], counted: 'dossiers' },
      {
        device_id: text().is('Gerät'),
        brand: text().orNull.is('Marke'),
        model: text().orNull.is('Modell'),
        colour: text().orNull.is('Farbe'),
        plate: text().orNull.is('Kennzeichen'),
        frame_number: text().orNull.is('Fahrgestellnummer'),
        last_seen_place: text().orNull.is('Zuletzt gesehen, Ort'),
        last_seen_at: instant().orNull.is('Zuletzt gesehen'),
        case_reference: text().orNull.is('Aktenzeichen'),
        police_station: text().orNull.is('Dienststelle'),
        owner_name: text().orNull.is('Halter'),
        owner_phone: text().orNull.is('Telefon'),
        ownership_proof: text().orNull.is('Eigentumsnachweis'),
        with_picture: flag().is('Mit Bild'),
        updated_at: instant().is('Geändert'),
      },
    ),
    dossier_changes: table(
      { part: 'Anzeige-Mappen: Zustände', whose: ofTheirDevices, order: ['device_id', 'id'] },
      {
        id: bigint().byDefault.not(reasons.inner),
        device_id: text().is('Gerät'),
        state: text<DossierState>().is('Zustand'),
        /** Since when it is so, as the owner states. */
        since: instant().is('Seit'),
        /** When the owner stated it. */
        set_at: instant().is('Angegeben'),
        /** Of a theft: until when its owner can take it back; null once it stands. */
        undo_until: instant().orNull.is('Rücknahme möglich bis'),
        /** From when on positions belong to it; null: since it holds. */
        shown_from: instant().orNull.is('Positionen ab'),
        /** Of a theft that could be taken back: from when on everything follows from it; null: since it was stated. */
        stands_from: instant().orNull.is('Gilt für den Alarm ab'),
      },
    ),
    /** Thefts that were taken back: a tap that made one may arrive again. */
    dossier_undone: table(
      {
        part: 'Zurückgenommene Meldungen',
        whose: ofTheirDevices,
        order: ['device_id', 'set_at'],
        kept: { days: dossierLimits.undoneDays, by: 'undone_at' },
      },
      {
        device_id: text().is('Gerät'),
        set_at: instant().is('Angegeben'),
        undone_at: instant().is('Zurückgenommen'),
      },
    ),
  },
)

export const dossierLinksRegister = register(
  {
    id: 'dossier-links',
    group: 'positions',
    title: 'Links für die Polizei',
    what: 'Nur als Hash, mit Zahl und Zeitpunkt der Besuche. Wer einen Link hat, sieht Fahrzeug, Angaben und die Positionen des Diebstahls, bis Sie ihn sperren, Ihre Einwilligung widerrufen oder er abläuft.',
    purpose: 'damit die Polizei die Mappe ohne Konto lesen kann und Sie sehen, ob es geschah',
    basis: { article: 'a' },
    kept: `Sie gelten so lange, wie Sie wählen (höchstens 7 Tage), und werden ${days(dossierLimits.endedLinkDays)} danach gelöscht.`,
  },
  {
    dossier_links: table(
      {
        part: 'Anzeige-Mappen: Links für die Polizei',
        whose: ofTheirDevices,
        order: ['created_at', 'id'],
        kept: { days: dossierLimits.endedLinkDays, by: 'expires_at' },
      },
      {
        device_id: text().is('Gerät'),
        token_hash: bytes().not(reasons.hash),
        id: text().is('Kennung'),
        created_at: instant().is('Angelegt'),
        expires_at: instant().is('Gilt bis'),
        revoked_at: instant().orNull.is('Gesperrt'),
        last_opened_at: instant().orNull.is('Zuletzt geöffnet'),
        opened: integer().byDefault.is('Geöffnet'),
      },
    ),
  },
)
