import { offlineLimits } from '#contract/limits/offline-limits.ts'

/*
 * What the app keeps in the browser, for the privacy page and docs/data-protection.md. `checks/browser-storage.test.ts`
 * compares it with what web/ writes.
 */

/** One kind of data in a browser. § 25 Abs. 2 Nr. 2 TDDDG allows it without consent only where `purpose` cannot do without. */
export interface BrowserRecord {
  /** As the browser shows them; one that ends with a dot is the beginning of several. */
  keys: readonly string[]
  storage: BrowserStore
  /** A part of a German sentence. */
  what: string
  /** Follows „Wozu:“. */
  purpose: string
  kept: string
}

/** Where a browser keeps it: in a tab until it is closed (sessionStorage), otherwise for longer. */
export type BrowserStore = 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'Cache Storage'

/** What the service worker keeps has no name of ours. */
export const appFiles = 'app'

const untilRemoved = 'bis Sie die Daten der Website im Browser löschen'
const untilClosed = 'bis der Tab geschlossen wird'

export const browserRecords: readonly BrowserRecord[] = [
  {
    keys: ['wegwarte.token'],
    storage: 'localStorage',
    what: 'das Anmelde-Token',
    purpose: 'damit Sie angemeldet bleiben',
    kept: 'bis Sie sich abmelden',
  },
  {
    keys: ['wegwarte.signOuts'],
    storage: 'localStorage',
    what: 'wenn Sie sich ohne Netz abmelden, ein Schlüssel, der diese eine Anmeldung beendet und sonst nichts kann',
    purpose: 'damit sie auch auf dem Server endet, sobald wieder Netz da ist',
    kept: 'bis die Abmeldung gesendet ist',
  },
  {
    keys: ['wegwarte.settings.'],
    storage: 'localStorage',
    what: 'eine Kopie Ihrer Warneinstellungen',
    purpose: 'damit sie auch ohne Verbindung gelten',
    kept: 'bis Sie sich abmelden',
  },
  {
    keys: ['wegwarte.closedAnnouncement'],
    storage: 'sessionStorage',
    what: 'welche Ankündigung des Betreibers, etwa einer Wartung, Sie geschlossen haben',
    purpose: 'damit sie nicht auf jeder Seite wiederkommt',
    kept: untilClosed,
  },
  {
    keys: ['wegwarte.share-nearness'],
    storage: 'localStorage',
    what: 'ob Ihre Antworten auf Meldungen sagen, wie nah Sie daran sind',
    purpose: 'damit es bei Ihrer Wahl bleibt',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.kept'],
    storage: 'IndexedDB',
    what: 'was Sie zuletzt gesehen haben: Konto, Geräte, letzte Position, an welchen Tagen gefahren wurde, die Fahrten des zuletzt gezeigten Tages, Stand des Trackings, Wetterwarnungen und die zuletzt geprüfte Strecke (ohne Blitzer); keine Karten-POIs. Was Sie ohne Verbindung geändert oder gemeldet haben, bis es gesendet ist. Und die Adresse eines Links für die Polizei, den Sie hier angelegt haben, solange er gilt',
    purpose: 'damit Sie es auch ohne Verbindung sehen, mit seinem Alter, und nichts noch einmal eingeben müssen',
    kept: `bis die Anmeldung endet, auch wenn sich jemand anders anmeldet; älter als ${offlineLimits.keptDays} Tage wird es nicht mehr gezeigt und beim nächsten Start gelöscht`,
  },
  {
    keys: [appFiles],
    storage: 'Cache Storage',
    what: 'wenn Sie sich anmelden, die Dateien der App selbst, ohne Daten über Sie',
    purpose: 'damit die App auch ohne Verbindung startet',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.pendingEmail'],
    storage: 'localStorage',
    what: 'die E-Mail-Adresse einer begonnenen Registrierung',
    purpose: 'damit Sie sie nach einer Pause beenden können',
    kept: 'bis zur ersten Anmeldung',
  },
  {
    keys: ['wegwarte.registration'],
    storage: 'localStorage',
    what: 'ein Geheimnis einer begonnenen Registrierung; es gilt einmal und einen Tag',
    purpose: 'damit Sie in diesem Browser Ihr Passwort nicht noch einmal eingeben müssen',
    kept: 'bis zur ersten Anmeldung',
  },
  {
    keys: ['wegwarte.browser'],
    storage: 'localStorage',
    what: 'ein zufälliger Schlüssel, an dem wir diesen Browser bei der Anmeldung wiedererkennen',
    purpose: 'damit Sie nur bei der Anmeldung in einem neuen Browser eine E-Mail bekommen',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.trackingDevice'],
    storage: 'localStorage',
    what: 'das zuletzt gewählte Gerät',
    purpose: 'damit Sie es nicht jedes Mal wählen müssen',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.unreceivedTests'],
    storage: 'localStorage',
    what: 'welcher Probealarm eines Geräts bei Ihnen nicht ankam',
    purpose: 'damit das Einrichten nicht noch einmal danach fragt',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.poiCategories', 'wegwarte.ownPois', 'wegwarte.sunMap'],
    storage: 'localStorage',
    what: 'die Auswahl auf der Karte und wie sie aussieht',
    purpose: 'damit die Karte zeigt, was Sie gewählt haben',
    kept: untilRemoved,
  },
  {
    keys: ['wegwarte.probe'],
    storage: 'localStorage',
    what: 'einen Augenblick lang eine 1',
    purpose: 'um zu erfahren, ob der Browser etwas behalten darf',
    kept: 'wird sofort entfernt',
  },
  {
    keys: ['wegwarte.visited'],
    storage: 'sessionStorage',
    what: 'Nummern der zuletzt geöffneten Seiten',
    purpose: 'damit „Zurück“ zur vorigen Seite führt',
    kept: untilClosed,
  },
  {
    keys: ['wegwarte.scrolled'],
    storage: 'sessionStorage',
    what: 'wie weit eine Seite gescrollt war',
    purpose: 'damit Sie dort weiterlesen',
    kept: untilClosed,
  },
  {
    keys: ['wegwarte.confirmedEmail'],
    storage: 'sessionStorage',
    what: 'welche Adresse mit welchem Link bestätigt wurde',
    purpose: 'damit ein zweites Öffnen des Links kein Fehler ist',
    kept: untilClosed,
  },
  {
    keys: ['wegwarte.verification'],
    storage: 'sessionStorage',
    what: 'wie viele IMEI-Versuche bleiben',
    purpose: 'damit Sie es auch nach dem Neuladen sehen',
    kept: untilClosed,
  },
]
